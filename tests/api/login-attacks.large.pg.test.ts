/** Guessing passwords, crowding out others, and posts from other sites. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Passwords } from "#backend/accounts/passwords.ts";
import { BEHIND_PROXY, member, PASSWORD, refusal, Visitor } from "#tests/support/accounts.ts";
import { sized } from "#tests/support/scale.ts";
import { startServer, type TestServer } from "#tests/support/server.ts";

const TOO_MANY = refusal("Too many attempts to log in. Try again later.");
const LOGIN = "/v1/authentication/login";

interface Guesses {
  /** Compared with the password. */
  tried: number;
  refused: number;
}

/** Tries `times` wrong passwords for one name, from `addresses` addresses in turn. */
async function guess(server: TestServer, name: string, times: number, addresses: number): Promise<Guesses> {
  const from = Array.from({ length: addresses }, () => new Visitor(server).address);
  const found: Guesses = { tried: 0, refused: 0 };
  let at = 0;
  const work = async () => {
    while (at < times) {
      const number = at++;
      const response = await fetch(`${server.url}/api${LOGIN}`, {
        method: "POST",
        headers: { "x-forwarded-for": from[number % addresses] ?? "" },
        body: JSON.stringify({
          username: number % 2 ? name : name.toUpperCase(),
          password: `guess ${number}`,
        }),
      });
      await response.text();
      expect([400, 429]).toContain(response.status);
      if (response.status === 400) found.tried += 1;
      else found.refused += 1;
    }
  };
  await Promise.all(Array.from({ length: 8 }, work));
  return found;
}

describe.each(["memory", "postgres"])("guesses counted in %s", (kept) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer({ ...BEHIND_PROXY, RATE_LIMITS: kept });
  });
  afterAll(() => server[Symbol.asyncDispose]());

  test("from one address: ten, whatever the case of the name, and others still get in", async () => {
    const owner = await member(server, "one");
    await owner.logOut();
    expect(await guess(server, "one", 28, 1)).toEqual({ tried: 10, refused: 18 });
    expect((await new Visitor(server).logIn("one", PASSWORD)).status).toBe(200);
    const attacker = new Visitor(server);
    for (let at = 0; at < 10; at++) await attacker.logIn("one", "wrong");
    const right = await attacker.logIn("one", PASSWORD);
    expect([right.status, right.text]).toEqual([429, TOO_MANY]);
    expect(Number(right.headers.get("retry-after"))).toBeGreaterThan(800);
  });

  test("from one address at many names: thirty", async () => {
    const attacker = new Visitor(server);
    const statuses: number[] = [];
    for (let at = 0; at < 33; at++) statuses.push((await attacker.logIn(`name${at}`, "x")).status);
    expect(statuses).toEqual([...new Array<number>(30).fill(400), 429, 429, 429]);
  });

  const many = sized(200, kept === "memory" ? 5_000 : 1_000);
  test.each([
    [50, 300],
    [many, many],
  ])(
    "from %i addresses: a hundred a day, and the owner's device still gets in",
    async (addresses, times) => {
      const name = `from${addresses}`;
      const owner = await member(server, name); // one attempt from a device that is not known yet
      await owner.logOut();
      expect(await guess(server, name, times, addresses)).toEqual({ tried: 99, refused: times - 99 });
      expect((await owner.logIn(name, PASSWORD)).status).toBe(200);
      const elsewhere = new Visitor(server);
      expect((await elsewhere.logIn(name, PASSWORD)).status).toBe(429);
      elsewhere.cookies.set("device", "AAAA.BBBB");
      expect((await elsewhere.logIn(name, PASSWORD)).status).toBe(429);
      const other = await member(server, `not${addresses}`);
      elsewhere.cookies.set("device", other.cookies.get("device") ?? "");
      expect((await elsewhere.logIn(name, PASSWORD)).status).toBe(429);
    },
    120_000,
  );
});

describe("others", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer(BEHIND_PROXY);
    await new Visitor(server).register("bea", PASSWORD);
  });
  beforeEach(() => server.sql`delete from account_sessions`);
  afterAll(() => server[Symbol.asyncDispose]());

  test("of 60 that log in at once, those past the queue get a 503, and nobody waits long", async () => {
    const answers = await Promise.all(
      Array.from({ length: 60 }, () => new Visitor(server).logIn("bea", PASSWORD)),
    );
    const refused = answers.filter(({ status }) => status === 503);
    expect(refused.length).toBeGreaterThan(0);
    expect(answers.filter(({ status }) => status === 200).length).toBe(60 - refused.length);
    for (const { text, headers } of refused) {
      expect(text).toBe(refusal("Too many people are logging in right now. Try again in a moment."));
      expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    }
  });

  test.each<Record<string, string>>([
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { origin: "https://evil.example" },
    { origin: "null" },
    { origin: "https://evil.example", "content-type": "text/plain" },
  ])("a post from another site (%o) changes nothing", async (headers) => {
    const visitor = await member(server, `victim${Math.floor(Math.random() * 1e6)}`);
    const sends: [string, unknown][] = [
      ["/v1/authentication/logout", undefined],
      ["/v1/authentication/register", { username: "made", password: "12345", confirm_password: "12345" }],
    ];
    for (const [path, body] of sends) {
      const { status, text } = await visitor.send("POST", path, body, headers);
      expect([status, text]).toEqual([403, refusal("Another site may not do this.")]);
    }
    expect((await visitor.get("/v1/account")).status).toBe(200);
    const stranger = new Visitor(server);
    const login = { username: "bea", password: PASSWORD };
    expect((await stranger.send("POST", LOGIN, login, headers)).status).toBe(403);
    expect(stranger.cookies.size).toBe(0);
    expect(await server.sql`select 1 from accounts where username = 'made'`).toHaveLength(0);
  });
});

test("an unknown name takes as long as a wrong password", async () => {
  const passwords = new Passwords();
  const stored = await passwords.hash(PASSWORD);
  await passwords.verify(undefined, "first"); // makes the hash to compare with
  const times: Record<"known" | "unknown", number[]> = { known: [], unknown: [] };
  for (let at = 0; at < 15; at++)
    for (const kind of ["known", "unknown"] as const) {
      const before = process.cpuUsage();
      expect(await passwords.verify(kind === "known" ? stored : undefined, "wrong")).toBe(false);
      const { user, system } = process.cpuUsage(before);
      times[kind].push(user + system);
    }
  // Processor time, as a busy machine lets both wait; the least of each, as other work of this process only adds to it.
  // Without a hash it would be near 0.
  const ratio = Math.min(...times.unknown) / Math.min(...times.known);
  expect(ratio).toBeGreaterThan(0.5);
  expect(ratio).toBeLessThan(2);
});
