// Runs the vectors of an edition on the machine that `a2a-lifecycle export xstate` wrote, in the real XState.
//
//   node xstate.mjs MACHINE.json VECTORS EDITION
//
// Prints {"checked": N, "failed": [...]} and ends with 1 where anything failed, or nothing was checked.

import { readFileSync } from "node:fs";
import { createActor, createMachine } from "xstate";
import { read } from "./vectors.mjs";

const [file, folder, edition] = process.argv.slice(2);
if (!edition) {
  console.error("usage: node xstate.mjs MACHINE.json VECTORS EDITION");
  process.exit(2);
}
const machine = createMachine(JSON.parse(readFileSync(file, "utf8")));
const result = { checked: 0, failed: [] };

function check(id, wanted, got) {
  result.checked += 1;
  if (JSON.stringify(wanted) !== JSON.stringify(got)) result.failed.push({ id, wanted, got });
}

/** The machine running in `state`. */
function inState(state) {
  const actor = createActor(machine, { snapshot: machine.resolveState({ value: state }) });
  return actor.start();
}

// The states, and what they are.
const { states, vectors: triggers } = read(folder, edition, "triggers");
check("states", states.map((state) => state.id).sort(), Object.keys(machine.states).sort());
check("initial", states.find((state) => state.initial).id, createActor(machine).start().getSnapshot().value);
for (const state of states) check(`tags of ${state.id}`, true, inState(state.id).getSnapshot().hasTag(state.class));

// Every trigger in every state: where it leads, and that a refused one changes nothing.
const names = new Set(triggers.map((vector) => vector.trigger));
for (const vector of triggers) {
  const actor = inState(vector.state);
  check(`${vector.id}: can`, vector.verdict === "legal", actor.getSnapshot().can({ type: vector.trigger }));
  actor.send({ type: vector.trigger });
  check(vector.id, vector.targets[0] ?? vector.state, actor.getSnapshot().value);
}

// Every trace: its steps from its first state, and that no event takes a step that it calls illegal or an update.
for (const trace of read(folder, edition, "traces").vectors) {
  const initial = createActor(machine).start().getSnapshot().value;
  const actor = trace.begins_in === initial ? createActor(machine).start() : inState(trace.begins_in);
  for (const step of trace.steps) {
    if (step.verdict === "legal") {
      actor.send({ type: step.trigger });
      check(trace.id, step.to, actor.getSnapshot().value);
      continue;
    }
    const at = actor.getSnapshot().value;
    const leading = [...names].filter((type) => {
      const trial = inState(at);
      return trial.getSnapshot().can({ type }) && (trial.send({ type }), trial.getSnapshot().value === step.to);
    });
    check(trace.id, [], leading);
  }
  check(`${trace.id}: end`, trace.ends_in, actor.getSnapshot().value);
}

console.log(JSON.stringify(result));
process.exit(result.checked > 0 && result.failed.length === 0 ? 0 : 1);
