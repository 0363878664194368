// Sample connector to copy: imports the posts of the creators that an afdian account supports.
// Shows the protocol (docs/connectors.md); the addresses below belong to an invented site.
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import http from "node:http";
import https from "node:https";
import { buffer, json } from "node:stream/consumers";
import tls from "node:tls";

const SITE = "https://afdian.com";
const job = await json(process.stdin);
const write = (message) => new Promise((done) => process.stdout.write(`${JSON.stringify(message)}\n`, done));

/** Sends a GET through the proxy, the only network access. */
async function get(address) {
  const { host, pathname, search } = new URL(address);
  const proxy = new URL(process.env.HTTPS_PROXY);
  const credentials = Buffer.from(`${proxy.username}:${proxy.password}`).toString("base64");
  const headers = { "Proxy-Authorization": `Basic ${credentials}` };
  const tunnel = { host: proxy.hostname, port: proxy.port, method: "CONNECT", path: `${host}:443`, headers };
  const [answer, socket] = await once(http.request(tunnel).end(), "connect");
  if (answer.statusCode !== 200) throw new Error(`the proxy answers ${answer.statusCode} for ${host}`);
  const secure = tls.connect({ socket, servername: host });
  const target = { host, defaultPort: 443, path: pathname + search, createConnection: () => secure };
  const cookie = { Cookie: `auth_token=${job.key}` };
  const [response] = await once(https.request({ ...target, headers: cookie }).end(), "response");
  const body = await buffer(response);
  secure.destroy();
  if (response.statusCode === 401) throw Object.assign(new Error("401"), { result: "invalid_key" });
  // A captcha: this site has no pages among its data.
  if (response.headers["content-type"]?.startsWith("text/html"))
    throw Object.assign(new Error("a page in place of data"), { result: "human_check" });
  const retry_after = Number(response.headers["retry-after"]);
  if (response.statusCode === 429 && retry_after >= 0)
    throw Object.assign(new Error(`${host} asks to wait`), { retry_after });
  if (response.statusCode !== 200) throw new Error(`${host} answers ${response.statusCode}`);
  return body;
}

/** @returns the date of the newest post */
async function importPosts(since) {
  const { posts } = JSON.parse(await get(`${SITE}/api/feed?since=${since}`));
  for (const { id, creator, title, html, date, images } of posts) {
    const common = { service: "afdian" };
    await write({
      type: "record",
      entity: "creators",
      fields: { ...common, id: creator.id, name: creator.name },
    });
    const attachments = [];
    for (const [at, address] of images.entries()) {
      const path = `${id}-${at}.jpg`;
      await writeFile(path, await get(address));
      attachments.push({ path, name: new URL(address).pathname.split("/").at(-1) });
    }
    const fields = { ...common, id, user: creator.id, title, content: html, published: date, attachments };
    await write({ type: "record", entity: "posts", fields });
    await write({ type: "state", state: { since: date } }); // oldest first: the next run resumes here
  }
  await write({ type: "log", message: `${posts.length} new posts` });
}

try {
  await importPosts(job.state?.since ?? "");
  await write({ type: "result", result: "done" });
} catch (error) {
  const { result = "failed", message: reason, retry_after } = error;
  await write({ type: "result", result, reason, retry_after });
}
