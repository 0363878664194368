/** Tests the checks a mounted contract makes besides access: bodies, answers, cookies, deadlines, limits. */
import { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod/mini";
import { transaction } from "#backend/db/tx.ts";
import { StreamAnswer } from "#backend/http/answer-forms.ts";
import { mount } from "#backend/http/endpoint.ts";
import { Redirect } from "#backend/http/redirect.ts";
import { endpoint } from "#shared/contracts/endpoint.ts";
import { sendRaw } from "#tests/support/raw-http.ts";
import { startServer, type TestServer } from "#tests/support/server.ts";

const base = { summary: "A test's.", access: "anyone" } as const;
const post = { ...base, method: "POST" } as const;
const Text = z.object({ text: z.string() });
const Length = z.object({ length: z.int() });
/** Duration of what is slow. */
let seconds = 0;
/** Lets `slow-steps` take its last step, which writes. */
let takeLastStep = () => {};
let lastStep: Promise<void> | undefined;
/** Heavy answers under way, and the most there were. */
const heavy = { now: 0, most: 0 };
const MEGABYTE = "words & more ".repeat(80_000);

const routes = [
  mount(
    endpoint({ ...post, path: "/v1/json", body: Text, maxBytes: 100, response: Length }),
    async ({ body }) => ({
      length: body.text.length,
    }),
  ),
  mount(
    endpoint({ ...post, path: "/v1/large", body: Text, maxBytes: 4_000_000, response: Length }),
    async ({ body }) => ({ length: body.text.length }),
  ),
  mount(
    endpoint({ ...post, path: "/v1/upload", body: "stream", maxBytes: 3_000_000, response: Length }),
    async ({ body }) => {
      let length = 0;
      for await (const part of body) length += (part as Buffer).length;
      return { length };
    },
  ),
  mount(
    endpoint({ ...base, method: "GET", path: "/v1/bytes", private: true, response: "stream" }),
    async () => new StreamAnswer("application/zip", Readable.from([Buffer.from("PK"), Buffer.from("..")]), 4),
  ),
  mount(
    endpoint({ ...post, path: "/v1/enter", body: Text, cookies: ["session"], response: "redirect" }),
    async ({ body, setCookie }) => {
      setCookie("session", "abc", { maxAge: 60 });
      return new Redirect(body.text);
    },
  ),
  mount(
    endpoint({ ...post, path: "/v1/sly", cookies: ["session"], response: Text }),
    async ({ setCookie }) => {
      setCookie("other", "abc");
      return { text: "" };
    },
  ),
  mount(
    endpoint({ ...post, path: "/v1/leave", cookies: ["session"], response: Text }),
    async ({ setCookie }) => {
      setCookie("session", undefined);
      return { text: "" };
    },
  ),
  mount(
    endpoint({ ...base, method: "GET", path: "/v1/heavy", private: true, heavy: true, response: Text }),
    async ({ sql }) => {
      heavy.now += 1;
      heavy.most = Math.max(heavy.most, heavy.now);
      await sql`select pg_sleep(0.05)`;
      heavy.now -= 1;
      return { text: MEGABYTE };
    },
  ),
  mount(endpoint({ ...post, path: "/v1/slow-statement", response: Text }), async ({ sql }) => {
    await sql`with slow as (select pg_sleep(${seconds})) insert into test_rows select 'statement' from slow`;
    return { text: "done" };
  }),
  mount(endpoint({ ...post, path: "/v1/slow-steps", response: Text }), async ({ sql }) => {
    if (seconds > 0)
      await new Promise<void>((resolve) => {
        takeLastStep = resolve;
      });
    lastStep = (async () => {
      await sql`insert into test_rows values ('steps')`;
    })();
    await lastStep;
    return { text: "done" };
  }),
  mount(endpoint({ ...post, path: "/v1/slow-transaction", response: Text }), async ({ pool, signal }) => {
    await transaction(
      pool,
      async (tx) => {
        await tx`insert into test_rows values ('transaction')`;
        await tx`select pg_sleep(${seconds})`;
      },
      { signal },
    );
    return { text: "done" };
  }),
  mount(
    endpoint({ ...post, path: "/v1/slow-idempotent", idempotent: true, response: Text }),
    async ({ sql }) => {
      await sql`insert into test_rows values ('idempotent')`;
      await sql`select pg_sleep(${seconds})`;
      return { text: "done" };
    },
  ),
];

let server: TestServer;
beforeAll(async () => {
  server = await startServer({}, { routes });
  await server.sql`create table test_rows (name text)`;
});
afterAll(() => server[Symbol.asyncDispose]());

async function send(path: string, body?: unknown, headers: Record<string, string> = {}, to = server) {
  const sent =
    body === undefined ? undefined : Buffer.isBuffer(body) ? new Uint8Array(body) : JSON.stringify(body);
  const response = await fetch(`${to.url}/api/v1/${path}`, {
    method: "POST",
    redirect: "manual",
    headers,
    ...(sent === undefined ? {} : { body: sent }),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

describe("bodies", () => {
  test("each route has its own limit, above and below the default", async () => {
    expect((await send("json", { text: "a".repeat(50) })).text).toBe('{"length":50}');
    expect((await send("json", { text: "a".repeat(100) })).status).toBe(413);
    expect((await send("large", { text: "a".repeat(2_000_000) })).text).toBe('{"length":2000000}');
  });

  test("a body announced as too large is refused before it is sent", async () => {
    const head = `POST /api/v1/json HTTP/1.1\r\nHost: x\r\nContent-Length: 5000000\r\n\r\n{`;
    expect(await sendRaw(server.port, head)).toMatch(/^HTTP\/1\.1 413 [\s\S]*connection: close/i);
  });

  test("one without a length is refused while it is read", async () => {
    const part = "a".repeat(60);
    const chunk = `3c\r\n${part}\r\n`;
    const head = `POST /api/v1/json HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n`;
    expect(await sendRaw(server.port, `${head}${chunk}${chunk}${chunk}0\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 413 /,
    );
  });

  test("a stream is read by the handler, within its limit", async () => {
    expect((await send("upload", Buffer.alloc(2_500_000))).text).toBe('{"length":2500000}');
    expect((await send("upload", Buffer.alloc(3_000_001))).status).toBe(413);
  });
});

describe("answers", () => {
  test("a stream has its type and length", async () => {
    const response = await fetch(`${server.url}/api/v1/bytes`);
    expect(response.headers.get("content-type")).toBe("application/zip");
    expect(response.headers.get("content-length")).toBe("4");
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(await response.text()).toBe("PK..");
  });

  test.each([
    ["/favorites?x=1#y", "/favorites?x=1#y"],
    ["posts", "/posts"],
    ["", "/"],
    ["https://evil.example/x", "/"],
    ["//evil.example", "/"],
    ["/\\evil.example", "/"],
    ["\\\\evil.example", "/"],
    ["/\t/evil.example", "/"],
    ["\u0001//evil.example", "/"],
    ["/.//evil.example", "/"],
    ["/x/..//evil.example", "/"],
    ["http:evil.example", "/evil.example"],
    ["javascript:alert(1)", "/"],
    ["http://[", "/"],
  ])("a redirect to %j goes to %s", async (text, path) => {
    const { status, headers } = await send("enter", { text });
    expect([status, headers.get("location")]).toEqual([302, path]);
    expect(new URL(path, server.url).origin).toBe(server.url);
  });

  test("a cookie is kept from scripts and other sites", async () => {
    const { headers } = await send("enter", { text: "/" });
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(/^session=abc; path=\/; expires=[^;]+; samesite=lax; httponly$/),
    ]);
    const cleared = await send("leave");
    expect(cleared.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^session=; path=\/; expires=Thu, 01 Jan 1970 [^;]+; samesite=lax; httponly$/),
    ]);
  });

  test("and Secure where the site is on https", async () => {
    await using secure = await startServer({ SITE_ORIGIN: "https://archive.example" }, { routes });
    const response = await fetch(`${secure.url}/api/v1/leave`, { method: "POST" });
    expect(response.headers.getSetCookie().join()).toMatch(/; secure; httponly$/);
  });

  test("a cookie that the contract does not name is an error", async () => {
    const { status, headers } = await send("sly");
    expect([status, headers.getSetCookie()]).toEqual([500, []]);
  });
});

test("answers that may have megabytes are made a few at a time, each once compressed", async () => {
  await using patient = await startServer({}, { routes });
  const answers = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const response = await fetch(`${patient.url}/api/v1/heavy`, { headers: { "accept-encoding": "br" } });
      return { encoding: response.headers.get("content-encoding"), body: await response.json() };
    }),
  );
  expect(answers).toEqual(new Array(20).fill({ encoding: "br", body: { text: MEGABYTE } }));
  expect(heavy.most).toBeLessThanOrEqual(4);
});

describe("the deadline", () => {
  let hasty: TestServer;
  beforeAll(async () => {
    const { sql, config } = server;
    const database = { sql, url: config.DATABASE_URL ?? "" };
    hasty = await startServer({}, { routes, deadline: 400, database });
  });
  afterAll(() => hasty[Symbol.asyncDispose]());

  const sendHasty = (name: string) => send(`slow-${name}`, undefined, {}, hasty);
  const written = async () =>
    (await server.sql`select name from test_rows`).map((row) => row["name"] as string);
  const active = () => server.sql`
    select 1 from pg_stat_activity where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`;

  test.each(["statement", "steps", "transaction", "idempotent"])(
    "a slow %s is a 503, its statement is canceled and nothing is ever written",
    async (name) => {
      seconds = 600;
      const { status, text, headers } = await sendHasty(name);
      expect([status, text]).toEqual([503, '{"error":"The archive took too long to answer."}']);
      expect(headers.get("retry-after")).toBe("2");
      await expect.poll(active).toHaveLength(0);
      if (name === "steps") {
        takeLastStep();
        await expect.poll(() => lastStep !== undefined).toBe(true);
        await lastStep?.catch(() => {}); // a step that is not taken any more
      }
      expect(await written()).toEqual([]);
    },
  );

  test.each(["statement", "steps", "transaction", "idempotent"])("a quick %s is written", async (name) => {
    seconds = 0;
    expect((await send(`slow-${name}`)).status).toBe(200);
    expect(await written()).toContain(name);
  });

  test("connections keep working after cancellations", async () => {
    seconds = 600;
    await Promise.all(Array.from({ length: 8 }, () => sendHasty("transaction")));
    seconds = 0;
    const after = await Promise.all(Array.from({ length: 8 }, () => send("slow-transaction")));
    expect(after.map(({ status }) => status)).toEqual(new Array(8).fill(200));
  });
});
