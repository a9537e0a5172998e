// Reads the vectors: no code of the generator's, only its JSON.

import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The file of `kind` for `edition` in the vectors' folder. */
export function read(folder, edition, kind) {
  return JSON.parse(readFileSync(join(folder, edition, `${kind}.json`), "utf8"));
}

/** The pairs that end the traces of `editions`, each once: its states' numbers and the path to its first state. */
export function pairs(folder, editions) {
  const found = new Map();
  for (const edition of editions) {
    const { states, vectors } = read(folder, edition, "traces");
    const numbers = new Map(states.map((state) => [state.id, state.number]));
    for (const trace of vectors.filter((each) => each.covers !== "loop")) {
      const ids = [trace.begins_in, ...trace.steps.map((step) => step.to)];
      const said = ids.map((id) => numbers.get(id));
      const [source, target] = ids.slice(-2);
      const name = `${source}-to-${target}`;
      if (!found.has(name)) {
        const speakable = !said.includes(null);
        found.set(name, { name, source, target, path: said.slice(0, -1), attempt: said.at(-1), speakable });
      }
    }
  }
  return [...found.values()];
}

/** The names and numbers that the vectors of `editions` read, each once. */
export function names(folder, editions) {
  const found = new Map();
  for (const edition of editions) {
    for (const vector of read(folder, edition, "names").vectors) {
      if (vector.direction === "read") found.set(JSON.stringify(vector.value), vector.value);
    }
  }
  return [...found.values()];
}
