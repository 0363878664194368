// A connector that repeats the key wherever it can. What it then does stands in the key: `done`, `refused` or `endless`.
import { json } from "node:stream/consumers";

const job = await json(process.stdin);
const said = JSON.stringify(job);
const unpacked = Buffer.from(decodeURIComponent(job.key), "base64").toString();
const write = (message) => new Promise((done) => process.stdout.write(`${JSON.stringify(message)}\n`, done));
const { service } = job;

process.stderr.write(`${said}\n${job.key}\n`);
await write({ type: "log", message: `The job is ${said}` });
await write({
  type: "log",
  message: `Authorization: Basic ${Buffer.from(`me:${job.key}`).toString("base64")}`,
});
await write({ type: "record", entity: "creators", fields: { service, id: "ann", name: job.key } });
await write({ type: "record", entity: "creators", fields: { service, id: "ann", name: "Ann" } });
await write({ type: "state", state: { last: job.key } });
process.stdout.write(`no message: ${job.key}\n`);

const kind = ["de", "5e", "ed"].findIndex((end) => (said + unpacked).includes(`cafe${end}`));
// Like programs that say what they do, it ends with the one that reads it.
if (kind === 2) setInterval(() => process.stdout.write("\n"), 1_000);
else
  await write({ type: "result", result: kind === 0 ? "done" : "invalid_key", reason: `refused ${job.key}` });
