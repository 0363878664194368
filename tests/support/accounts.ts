/** Visitors with cookies and an address of their own, as browsers behind a trusted proxy. */
import { hash } from "@node-rs/argon2";
import type { Role } from "#shared/rules/roles.ts";
import type { TestServer } from "./server.ts";

/** Settings of servers that count each visitor separately. */
export const BEHIND_PROXY = { TRUSTED_PROXIES: "127.0.0.1" };

export interface Received {
  status: number;
  text: string;
  headers: Headers;
}

let visitors = 0;
const nextAddress = () => {
  visitors += 1;
  return `10.${visitors >> 16}.${(visitors >> 8) & 255}.${visitors & 255}`;
};

export class Visitor {
  readonly server: Pick<TestServer, "get">;
  readonly address: string;
  readonly cookies = new Map<string, string>();

  constructor(server: Pick<TestServer, "get">, address = nextAddress()) {
    this.server = server;
    this.address = address;
  }

  /** Bytes are sent as they are, anything else as JSON. Throws where the answer is not what the published description says. */
  async send(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Received> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await this.server.get(`/api${path}`, {
      method,
      headers: { "x-forwarded-for": this.address, ...(cookie === "" ? {} : { cookie }), ...headers },
      ...(body === undefined
        ? {}
        : { body: body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body) }),
    });
    for (const line of response.headers.getSetCookie()) this.#keep(line);
    return { status: response.status, text: await response.text(), headers: response.headers };
  }

  #keep(line: string): void {
    const [pair = ""] = line.split(";");
    const at = pair.indexOf("=");
    const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
    if (value === "") this.cookies.delete(name);
    else this.cookies.set(name, value);
  }

  get = (path: string) => this.send("GET", path);
  post = (path: string, body?: unknown) => this.send("POST", path, body);

  /** Parsed body of a GET. */
  async json<T>(path: string): Promise<T> {
    return JSON.parse((await this.get(path)).text) as T;
  }

  register = (username: string, password: string, more: object = {}) =>
    this.post("/v1/authentication/register", { username, password, confirm_password: password, ...more });

  logIn = (username: string, password: string) =>
    this.post("/v1/authentication/login", { username, password });

  logOut = () => this.post("/v1/authentication/logout");
}

export const PASSWORD = "correct horse";

/** The lowest cost of a hash, with which logins take no processor time. */
const QUICK = { memoryCost: 8, timeCost: 1, parallelism: 1 };

/** Makes an account and logs in. */
export async function member(
  server: Pick<TestServer, "get" | "sql">,
  username: string,
  role: Role = "consumer",
): Promise<Visitor & { id: number }> {
  const visitor = new Visitor(server);
  const password = await hash(PASSWORD, QUICK); // with a salt of its own, as the device's token is made of it
  // Registration would hash the password at its full cost, 50 ms of a processor.
  await server.sql`
    insert into accounts (username, password, role) values (${username}, ${password}, ${role})
    on conflict ((lower(username))) do update set password = excluded.password, role = excluded.role`;
  const { text } = await visitor.logIn(username, PASSWORD);
  return Object.assign(visitor, { id: (JSON.parse(text) as { id: number }).id });
}

/** Formats an error the way it is sent. */
export const refusal = (error: string) => JSON.stringify({ error });
