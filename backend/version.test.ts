/** Release of Roost, and the name that other servers see. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { S3Client } from "#backend/files/s3-client.ts";
import { openSearch } from "#backend/search/client.ts";
import { openEngine } from "#indexer/meili.ts";
import settings from "../package.json" with { type: "json" };
import { USER_AGENT } from "./version.ts";

const agents: (string | undefined)[] = [];
const server = createServer((request, response) => {
  agents.push(request.headers["user-agent"]);
  response.setHeader("content-type", "application/json");
  response.end('{"status":"available"}');
});
let address: string;

beforeAll(async () => {
  await once(server.listen(0, "127.0.0.1"), "listening");
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

test("requests to a bucket and to the search engine name Roost and its version", async () => {
  const s3 = new S3Client({
    endpoint: address,
    bucket: "b",
    region: "r",
    accessKeyId: "k",
    secretAccessKey: "s",
    prefix: "",
  });
  await s3.text({ method: "GET" });
  s3.close();
  await openSearch({ url: address, key: "" }).isResponding();
  await openEngine({ url: address }).version();
  expect(agents.length).toBeGreaterThanOrEqual(3);
  for (const agent of agents) expect(agent).toBe(`Roost/${settings.version}`);
  expect(USER_AGENT).toBe(`Roost/${settings.version}`);
});
