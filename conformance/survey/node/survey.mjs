// What @a2a-js/sdk does with every pair of states in the vectors, the illegal ones above all, measured by driving its own
// server in this process: a real executor, its event bus, its request handler, its store and its stream.
//
//   node survey.mjs [--json] VECTORS EDITION...
//
// Prints a table, or, with --json, the survey as `a2a-lifecycle survey` reads it.

import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { JsonRpcTransportFactory } from "@a2a-js/sdk/client";
import { AgentEvent, DefaultRequestHandler, InMemoryTaskStore, ServerCallContext } from "@a2a-js/sdk/server";
import { names, pairs } from "./vectors.mjs";

const SDK = "@a2a-js/sdk";
const WAYS = [
  "update, update",
  "update, task",
  "task, update",
  "task, task",
  "later update",
  "send: update",
  "send: task",
];
const MARK = "2001-01-01T00:00:00Z"; // the time of the attempt's status, by which it is known; no other status has one
const QUIET_TURNS = 50; // turns of the event loop in which nothing arrives, after the agent's run: the stream is idle

/** What the agent says in each of its runs: [kind, state, whether it is the attempt]. */
function script(pair, way) {
  const [first, ...rest] = pair.path;
  const led = [["task", first, false], ...rest.map((state) => ["update", state, false])];
  const atOnce = [["task", pair.path.at(-1), false]];
  const asUpdate = ["update", pair.attempt, true];
  const asTask = ["task", pair.attempt, true];
  return {
    "update, update": [[...led, asUpdate]],
    "update, task": [[...led, asTask]],
    "task, update": [[...atOnce, asUpdate]],
    "task, task": [[...atOnce, asTask]],
    "later update": [led, [...atOnce, asUpdate]],
    "send: update": [[...led, asUpdate]],
    "send: task": [[...atOnce, asTask]],
  }[way];
}

/** An executor that says what its script says, one run for each request, and keeps the error it gets. */
class Agent {
  constructor(runs) {
    this.runs = runs;
    this.error = null;
    this.taskId = "";
    this.finished = 0;
  }

  async execute(request, bus) {
    const { taskId, contextId } = request;
    this.taskId = taskId;
    for (const [kind, state, attempt] of this.runs.shift()) {
      const status = { state, message: undefined, timestamp: attempt ? MARK : undefined };
      const metadata = {};
      try {
        if (kind === "task") {
          bus.publish(AgentEvent.task({ id: taskId, contextId, status, artifacts: [], history: [], metadata }));
        } else {
          bus.publish(AgentEvent.statusUpdate({ taskId, contextId, status, metadata }));
        }
      } catch (error) {
        this.error = error.name;
      }
    }
    this.finished += 1;
  }

  async cancelTask() {
    throw new Error("no case asks for a cancel");
  }
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

/**
 * Reads what answers `message` into `shown`, until it ends or is idle after the agent's run. A stream may stay open; a
 * blocking send that is idle gets no answer.
 */
async function ask(handler, way, message, context, agent, shown) {
  const heard = { ended: false, error: null };
  const runs = agent.finished;
  (async () => {
    try {
      if (way.startsWith("send")) {
        shown.push(await handler.sendMessage({ message }, context));
      } else {
        for await (const event of handler.sendMessageStream({ message }, context)) shown.push(event.payload.value);
      }
    } catch (error) {
      heard.error = error.name;
    }
    heard.ended = true;
  })();
  for (let quiet = 0, seen = shown.length; !heard.ended && quiet < QUIET_TURNS; ) {
    await turn();
    quiet = agent.finished > runs && shown.length === seen ? quiet + 1 : 0;
    seen = shown.length;
  }
  return heard.error ?? (way.startsWith("send") && !heard.ended ? "no answer" : null);
}

function outcome({ shown, stored, error, unmoved }) {
  if (shown || stored) return shown ? (stored ? "accepts" : "shows") : "stores";
  if (!unmoved) return "fails";
  return error ? "refuses" : "drops";
}

/** What the attempt of `pair` by `way` comes to: the outcome, the state that the store holds, and the error. */
async function observe(pair, way) {
  if (!pair.speakable) return ["cannot say", null, null];
  const runs = script(pair, way);
  const agent = new Agent([...runs]);
  const store = new InMemoryTaskStore();
  const card = { name: "survey", capabilities: { streaming: true, extensions: [] } };
  const handler = new DefaultRequestHandler(card, store, agent);
  const context = new ServerCallContext();
  const shown = [];
  let error = null;
  for (const [number] of runs.entries()) {
    const message = {
      messageId: `m${number}`,
      contextId: "",
      taskId: agent.taskId,
      role: 1,
      parts: [],
      metadata: undefined,
      extensions: [],
      referenceTaskIds: [],
    };
    error = (await ask(handler, way, message, context, agent, shown)) ?? error;
  }
  for (let count = 0; count < QUIET_TURNS; count += 1) await turn();
  const task = await store.load(agent.taskId, context);
  const held = task?.status?.state ?? null;
  const seen = {
    shown: shown.some((each) => each?.status?.timestamp === MARK),
    stored: held === pair.attempt && task.status.timestamp === MARK,
    error: agent.error ?? error,
    unmoved: held === pair.path.at(-1),
  };
  return [outcome(seen), held, seen.error];
}

/** What the SDK's client makes of `value` as the state of a task that an agent answers with: the number, the error. */
async function readName(value) {
  const fetchImpl = async (_, { body }) => {
    const task = { id: "t", contextId: "c", status: { state: value } };
    const answer = { jsonrpc: "2.0", id: JSON.parse(body).id, result: task };
    return new Response(JSON.stringify(answer), { headers: { "content-type": "application/json" } });
  };
  const url = "http://agent.invalid/";
  const card = { supportedInterfaces: [{ url, protocolBinding: "JSONRPC", protocolVersion: "1.0", tenant: "" }] };
  const client = await new JsonRpcTransportFactory({ fetchImpl }).create(url, card);
  try {
    const task = await client.getTask({ id: "t", tenant: "" });
    return [task.status.state, null];
  } catch (error) {
    return [null, error.name];
  }
}

/** The installed version of the SDK, read from its own package.json, which it does not export. */
function version() {
  const file = new URL(`./node_modules/${SDK}/package.json`, import.meta.url);
  return JSON.parse(readFileSync(file, "utf8")).version;
}

function table(observed) {
  const width = Math.max(...Object.keys(observed).map((name) => name.length));
  const line = (name, cells) => [name.padEnd(width), ...cells.map((cell) => cell.padEnd(14))].join("  ").trimEnd();
  const outcomes = (ways) => WAYS.map((way) => ways[way][0]);
  return [line("pair", WAYS), ...Object.entries(observed).map(([name, ways]) => line(name, outcomes(ways)))];
}

const { values, positionals } = parseArgs({ options: { json: { type: "boolean" } }, allowPositionals: true });
const [folder, ...editions] = positionals;
if (editions.length === 0) {
  console.error("usage: node survey.mjs [--json] VECTORS EDITION...");
  process.exit(2);
}
const tried = pairs(folder, editions);
// The SDK reports each misbehaviour of the agent, which is all this agent does.
console.warn = console.error = () => {};
const observed = {};
for (const pair of tried) {
  observed[pair.name] = {};
  for (const way of WAYS) observed[pair.name][way] = await observe(pair, way);
}
const read = {};
for (const value of names(folder, editions)) read[JSON.stringify(value)] = await readName(value);
if (values.json) {
  process.stdout.write(JSON.stringify({ sdk: SDK, version: version(), pairs: observed, names: read }));
} else {
  console.log(`${SDK} ${version()}`);
  for (const line of table(observed)) console.log(line);
  for (const [value, [number, error]] of Object.entries(read)) console.log(`reads ${value} as ${error ?? number}`);
}
