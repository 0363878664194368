import { expect, test } from "vitest";
import { readConfig } from "../config.ts";

const HOME = { id: "home", label: "Home", issuer: "https://auth.example.org", client_id: "roost" };
const read = (...providers: object[]) =>
  readConfig({ OIDC_PROVIDERS: JSON.stringify(providers) }).OIDC_PROVIDERS;

test("a provider needs an id, a label, an issuer and a client; new accounts need an invitation", () => {
  expect(read(HOME)).toEqual([
    {
      ...HOME,
      issuer: "https://auth.example.org/",
      scopes: "openid profile",
      role_claim: "groups",
      group_claim: "groups",
      registration: "invite",
    },
  ]);
  expect(readConfig({}).OIDC_PROVIDERS).toEqual([]);
  expect(read({ ...HOME, issuer: "http://127.0.0.1:9000/realms/x" })[0]?.issuer).toBe(
    "http://127.0.0.1:9000/realms/x",
  );
});

test.each<[object, RegExp]>([
  [{ id: "Home" }, /id expected lower-case/],
  [{ id: "proxy" }, /TRUSTED_USER_HEADER/],
  [{ label: "" }, /label/],
  [{ issuer: "http://auth.example.org" }, /issuer expected an https address/],
  [{ issuer: "https://auth.example.org/?x=1" }, /issuer/],
  [{ issuer: "auth.example.org" }, /issuer/],
  [{ scopes: "profile" }, /scopes expected a list that begins with openid/],
  [{ roles: { admins: "owner" } }, /roles admins/],
  [{ groups: { kids: "" } }, /groups kids/],
  [{ registration: "always" }, /registration/],
  [{ client_secret: "a", client_secret_file: "b" }, /not both/],
  [{ secret: "a" }, /secret/],
])("%j is refused by name", (part, message) => {
  expect(() => read({ ...HOME, ...part })).toThrow(message);
});

test("a message never repeats the list, which has secrets", () => {
  expect(() => readConfig({ OIDC_PROVIDERS: '[{"client_secret":"canary"' })).toThrow(
    /^OIDC_PROVIDERS: expected a JSON list$/,
  );
  expect(() => read(HOME, HOME)).toThrow(/same id/);
});
