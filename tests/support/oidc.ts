/** A real provider (oidc-provider) on loopback, and people who log in there. */
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { Parser } from "htmlparser2";
import Provider from "oidc-provider";

export const CLIENT = { client_id: "roost", client_secret: "provider-secret" };

export interface TestProvider extends AsyncDisposable {
  issuer: string;
  /** Groups of people by login; `groups`, and `roles` in `realm_access`, are claims of the scope `groups`. */
  groups: Map<string, string[]>;
  /** Makes it know an archive, by its origin. */
  register(origin: string): void;
  /** Stops answering, until it is called again. */
  pause(isPaused: boolean): void;
}

/** Setting for a provider with the id `home`. */
export const providerSetting = ({ issuer }: Pick<TestProvider, "issuer">, more: object = {}) =>
  JSON.stringify([
    {
      id: "home",
      label: "Home login",
      issuer,
      ...CLIENT,
      scopes: "openid profile groups",
      registration: "open",
      ...more,
    },
  ]);

export const callbackPath = (id = "home") => `/api/v1/authentication/single_sign_on/${id}/callback`;
export const logoutPath = (id = "home") => `/api/v1/authentication/single_sign_on/${id}/backchannel-logout`;

export async function startProvider(): Promise<TestProvider> {
  let answer: RequestListener = (_, response) => void response.writeHead(503).end();
  let isPaused = false;
  const server = createServer((request, response) => {
    if (isPaused) request.destroy();
    else answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const groups = new Map<string, string[]>();
  return {
    issuer,
    groups,
    register(origin) {
      answer = new Provider(issuer, {
        clients: [
          {
            ...CLIENT,
            redirect_uris: [origin + callbackPath()],
            response_types: ["code"],
            grant_types: ["authorization_code"],
            backchannel_logout_uri: origin + logoutPath(),
            backchannel_logout_session_required: true,
          },
        ],
        scopes: ["openid", "profile", "groups"],
        claims: { openid: ["sub"], profile: ["preferred_username"], groups: ["groups", "realm_access"] },
        findAccount: (_, id) => ({
          accountId: id,
          claims: () => {
            const own = groups.get(id) ?? [];
            return { sub: id, preferred_username: id, groups: own, realm_access: { roles: own } };
          },
        }),
        pkce: { required: () => true },
        features: { backchannelLogout: { enabled: true }, rpInitiatedLogout: { enabled: true } },
        // Its own refuses to call addresses of this machine, where the archive is.
        fetch: (url, options) => fetch(url, { ...options, dispatcher: undefined } as RequestInit),
        cookies: { keys: ["tests"] },
      }).callback();
    },
    pause(value) {
      isPaused = value;
      if (value) server.closeAllConnections();
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A browser's cookies and forms at the provider. */
export class ProviderVisitor {
  readonly #cookies = new Map<string, string>();

  /** Logs in as `name`, agrees, and follows the redirects until they leave the provider. @returns the redirect address */
  async logIn(address: string, name: string): Promise<URL> {
    const { origin } = new URL(address);
    let next = await this.#fetch(address);
    while (next.origin === origin) {
      const isForm = next.pathname.startsWith("/interaction/");
      next = isForm ? await this.#submit(next, name) : await this.#fetch(next.href);
    }
    return next;
  }

  /** Goes back at the login form. @returns the redirect address */
  async cancel(address: string): Promise<URL> {
    const form = await this.#fetch(address);
    return await this.#fetch((await this.#fetch(`${form.href}/abort`)).href);
  }

  /** Logs out of the provider on its own page. */
  async logOut(issuer: string): Promise<void> {
    const response = await fetch(`${issuer}/session/end`, { headers: this.#headers() });
    for (const line of response.headers.getSetCookie()) this.#keep(line);
    let xsrf = "";
    const form = new Parser({
      onopentag: (_, { name, value = "" }) => {
        if (name === "xsrf") xsrf = value;
      },
    });
    form.end(await response.text());
    const body = new URLSearchParams({ xsrf, logout: "yes" });
    await this.#fetch(`${issuer}/session/end/confirm`, { method: "POST", body });
  }

  async #submit(form: URL, name: string): Promise<URL> {
    const page = await (await fetch(form, { headers: this.#headers() })).text();
    const prompt = page.includes('value="login"') ? "login" : "consent";
    const body = new URLSearchParams({ prompt, login: name, password: "any" });
    return await this.#fetch(form.href, { method: "POST", body });
  }

  /** @returns where it redirects to */
  async #fetch(address: string, init: RequestInit = {}): Promise<URL> {
    const response = await fetch(address, { redirect: "manual", headers: this.#headers(), ...init });
    for (const line of response.headers.getSetCookie()) this.#keep(line);
    const location = response.headers.get("location");
    if (location === null) throw new Error(`${address}: ${response.status} ${await response.text()}`);
    return new URL(location, address);
  }

  #keep(line: string): void {
    const [pair = ""] = line.split(";");
    const at = pair.indexOf("=");
    this.#cookies.set(pair.slice(0, at), pair.slice(at + 1));
  }

  #headers = () => ({ cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ") });
}
