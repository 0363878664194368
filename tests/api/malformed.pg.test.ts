import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { apiRoutes } from "#backend/app.ts";
import { buildCreator, buildPost } from "#tests/support/factories.ts";
import { rawRequest, sendRaw } from "#tests/support/raw-http.ts";
import { startServer, type TestServer } from "#tests/support/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
  await buildCreator(server.sql);
  await buildPost(server.sql);
});
afterAll(() => server[Symbol.asyncDispose]());

const PATHS = apiRoutes().map((route) => `/api${route.contract.path}`);

async function expectRefused(answer: string): Promise<void> {
  expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
  expect((await server.get("/livez")).status).toBe(200);
}

test.each([
  ["broken percent-encoding in a query", "/api/v1/posts?q=%zz"],
  ["half an escape", "/api/v1/posts?q=%"],
  ["broken percent-encoding in a path", "/api/v1/patreon/user/%e0%a4/profile"],
  ["a NUL in a path", "/api/v1/patreon/user/1%00/profile"],
  ["a NUL in a query", "/api/v1/posts?q=a%00b"],
  ["a NUL in a name of the query", "/api/v1/posts?%00=1"],
  ["a NUL outside the API", "/artists%00"],
  ["a lone surrogate", "/api/v1/posts?q=%ED%A0%80"],
  ["bytes that are not UTF-8", "/api/v1/posts?tag=%ff%fe"],
  ["a raw NUL", "/api/v1/posts?q=\0"],
  ["a query of a megabyte", `/api/v1/posts?q=${"a".repeat(1024 * 1024)}`],
  ["a path of a megabyte", `/${"a".repeat(1024 * 1024)}`],
  ["a long query text", `/api/v1/posts?q=${"a".repeat(2_000)}`],
  ["too many tags", `/api/v1/posts?${"tag=a&".repeat(21)}`],
  ["too many parameters", `/api/v1/posts?${"a=1&".repeat(101)}`],
  ["an absolute address", "http://[bad/api"],
  ["no address", "?"],
])("%s is a 4xx", async (_, target) => {
  await expectRefused(await rawRequest(server.port, target));
});

test.each([
  ["a body over the limit", `POST /api/v1/posts HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999\r\n\r\n{`],
  [
    "a body over the limit with a GET",
    `GET /api/v1/posts HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999\r\n\r\n{`,
  ],
  ["64 kB of headers", `GET /api/v1/posts HTTP/1.1\r\nHost: x\r\nX: ${"a".repeat(65_536)}\r\n\r\n`],
  ["not HTTP", "\x16\x03\x01\x02\x00\x01\x00\r\n\r\n"],
  ["a method that is not one", "FOO / HTTP/1.1\r\nHost: x\r\n\r\n"],
  ["no host", "GET /api/v1/posts HTTP/1.1\r\n\r\n"],
  ["two hosts", "GET /api/v1/posts HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n"],
])("%s is a 4xx", async (_, text) => {
  await expectRefused(await sendRaw(server.port, text));
});

test("a method an address does not take is a 405 that names the ones it does", async () => {
  for (const method of ["POST", "DELETE", "PUT", "PATCH", "PROPFIND"]) {
    const response = await server.get("/api/v1/posts", { method });
    expect([method, response.status, response.headers.get("allow")]).toEqual([method, 405, "HEAD, GET"]);
  }
});

test("an unknown address of the API is a compact 404, never a page", async () => {
  for (const path of ["/api", "/api/", "/api/v1", "/api/v1/nothing", "/api/v3/posts"]) {
    const response = await server.get(path);
    expect([path, response.status, await response.text()]).toEqual([path, 404, '{"error":"Not Found"}']);
  }
});

test("names that mean something to JavaScript are plain names", async () => {
  for (const name of ["__proto__", "constructor", "hasOwnProperty", "toString"]) {
    expect((await server.get(`/api/v1/posts?${name}=1&${name}=2`)).status).toBe(200);
    expect((await server.get(`/api/v1/${name}/user/${name}/profile`)).status).toBe(404);
  }
});

test("no path, query or header makes a 5xx other than search being off", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...PATHS),
      fc.array(fc.string({ unit: "binary", maxLength: 30 }), { minLength: 4, maxLength: 4 }),
      fc.array(
        fc.tuple(fc.constantFrom("o", "q", "tag", "x", "f"), fc.string({ unit: "binary", maxLength: 40 })),
        { maxLength: 4 },
      ),
      async (pattern, values, pairs) => {
        let at = 0;
        const encode = (text: string) => encodeURIComponent(text.toWellFormed());
        const path = pattern.replace(/:\w+/g, () => encode(values[at++] ?? "") || "-");
        const query = pairs.map(([name, value]) => `${name}=${encode(value)}`).join("&");
        const response = await server.get(`${path}?${query}`);
        const body = await response.text();
        if (response.status === 503) expect(body).toBe('{"error":"Search is not available right now."}');
        else expect(response.status).toBeLessThan(500);
        const keys = path.startsWith("/api/v2/") ? ["type", "error"] : ["error"];
        const isEmpty = response.status === 404 && /\/(revisions|comments)$/.test(path);
        if (response.status >= 400) expect(Object.keys(JSON.parse(body))).toEqual(isEmpty ? [] : keys);
      },
    ),
    { numRuns: 300 },
  );
});

test("every answer carries the headers that keep a page safe", async () => {
  for (const path of ["/", "/api/v1/posts", "/api/v1/nothing", "/data/x", "/livez"]) {
    const { headers } = await server.get(path);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("content-security-policy")).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; media-src 'self' blob:; " +
        "connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; " +
        "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types dompurify sw",
    );
    expect(headers.get("referrer-policy")).toBe("same-origin");
    expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
    expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
  }
});

test("Strict-Transport-Security is sent only where the site is served over HTTPS", async () => {
  const http = await startServer({ SITE_ORIGIN: "http://archive.example.org" });
  await using https = await startServer({ SITE_ORIGIN: "https://archive.example.org" });
  for (const path of ["/", "/api/v1/posts", "/api/v1/nothing", "/data/x", "/livez"]) {
    const of = async (one: TestServer) => (await one.get(path)).headers.get("strict-transport-security");
    expect([path, await of(https), await of(http), await of(server)]).toEqual([
      path,
      "max-age=31536000",
      null,
      null,
    ]);
  }
  await http[Symbol.asyncDispose]();
});

test("large answers are compressed as asked and the same underneath", async () => {
  await server.sql`insert into tags select 'tag ' || n, n from generate_series(1, 500) n`;
  const plain = await (
    await server.get("/api/v1/posts/tags", { headers: { "accept-encoding": "identity" } })
  ).text();
  for (const encoding of ["br", "gzip"]) {
    const response = await server.get("/api/v1/posts/tags", {
      headers: { "accept-encoding": `${encoding}, zz;q=0` },
    });
    expect(response.headers.get("content-encoding")).toBe(encoding);
    expect(response.headers.get("vary")).toMatch(/\baccept-encoding\b/);
    expect(Number(response.headers.get("content-length"))).toBeLessThan(plain.length / 3);
    expect(await response.text()).toBe(plain);
  }
});
