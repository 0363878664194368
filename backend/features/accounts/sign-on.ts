/** Finds, makes or links the account of a person whom a provider or the proxy has identified (decision 0072). */
import type { Registration } from "#shared/rules/accounts.ts";
import { MAX_USERNAME, Username } from "#shared/rules/accounts.ts";
import { ROLES, type Role } from "#shared/rules/roles.ts";
import { changeAccount, LastAdministratorError } from "../../accounts/change-account.ts";
import { insertAccount } from "../../accounts/new-account.ts";
import { type Person, SignOnError } from "../../accounts/oidc.ts";
import type { ProviderSettings } from "../../accounts/provider-settings.ts";
import type { Tx } from "../../db/client.ts";
import { groupByName } from "../../groups/group-queries.ts";
import { type IdentityKey, identityOf, insertIdentity, noteIdentityUse } from "./identity-queries.ts";
import { accountById, noteInvited, type StoredAccount, spendInvitation } from "./queries.ts";

export interface Identified extends IdentityKey {
  /** Id of the provider. */
  provider: string;
  /** Name of the person at the provider. */
  name: string;
  /** Wanted username of a new account; it need not be valid. */
  wanted: string;
  /** Set by the provider; undefined leaves it as it is. */
  role: Role | undefined;
  /** Name of the group set by the provider, null for none; undefined leaves it as it is. */
  group: string | null | undefined;
  registration: Registration;
}

const MAX_NAME = 200;
/** Stands in `groups` for everyone without one of the listed values. */
const ANYONE = "*";
const NAMES = ["preferred_username", "nickname", "name", "email"];

/** Applies the settings of a provider to the claims about a person. */
export function identified(settings: ProviderSettings, { subject, claims }: Person): Identified {
  const [name = subject] = NAMES.map((claim) => claims[claim]).filter(isText);
  return {
    issuer: settings.issuer,
    subject,
    provider: settings.id,
    name: name.slice(0, MAX_NAME),
    wanted: name,
    role: roleOf(settings, claims),
    group: groupOf(settings, claims),
    registration: settings.registration,
  };
}

const isText = (value: unknown): value is string => typeof value === "string" && value.trim() !== "";

/** Highest role that a group of the person has; consumer without one. */
function roleOf({ role_claim, roles }: ProviderSettings, claims: Person["claims"]): Role | undefined {
  if (roles === undefined) return undefined;
  const groups = valuesOf(claims, role_claim);
  const granted = groups.flatMap((group) => (Object.hasOwn(roles, group) ? (roles[group] ?? []) : []));
  return granted.reduce<Role>((highest, role) => (rank(role) > rank(highest) ? role : highest), "consumer");
}

/** First of the listed groups that the person has; undefined if no group is listed for the person. */
function groupOf(
  { group_claim, groups = {} }: ProviderSettings,
  claims: Person["claims"],
): string | null | undefined {
  const values = new Set(valuesOf(claims, group_claim));
  const [, name] = Object.entries(groups).find(([value]) => values.has(value)) ?? [];
  return name === undefined && Object.hasOwn(groups, ANYONE) ? groups[ANYONE] : name;
}

/** Texts of a claim. @param path name of the claim, or names of claims in claims, joined by dots */
function valuesOf(claims: Person["claims"], path: string): string[] {
  const isClaims = (value: unknown): value is Person["claims"] => typeof value === "object" && value !== null;
  const find = (value: unknown, name: string) =>
    isClaims(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  const found = Object.hasOwn(claims, path) ? claims[path] : path.split(".").reduce<unknown>(find, claims);
  return [found].flat().filter(isText);
}

const rank = (role: Role) => ROLES.indexOf(role);

export interface SignedOn {
  account: StoredAccount;
  identity: number;
}

/**
 * Finds the account of the person, or makes one where the provider's registration allows it; sets its role and group.
 * @throws SignOnError, which the transaction must not survive
 */
export async function signOn(tx: Tx, person: Identified, invitation: Buffer | null): Promise<SignedOn> {
  const known = await identityOf(tx, person);
  const { account, id } = known ?? (await join(tx, person, invitation));
  if ((await storedAccount(tx, account)).disabled)
    throw new SignOnError("disabled", "The account is disabled.");
  await noteIdentityUse(tx, id, person.name);
  if (person.role !== undefined) await setRole(tx, account, person.role, person.provider);
  if (person.group !== undefined) await setGroup(tx, account, person.group, person.provider);
  return { account: await storedAccount(tx, account), identity: id };
}

async function storedAccount(tx: Tx, id: number): Promise<StoredAccount> {
  const account = await accountById(tx, id);
  if (account === undefined) throw new SignOnError("expired", "The account was deleted meanwhile.");
  return account;
}

/** Makes an account for an unknown person. */
async function join(
  tx: Tx,
  person: Identified,
  invitation: Buffer | null,
): Promise<{ account: number; id: number }> {
  if (person.registration === "closed") throw new SignOnError("closed", "The person is unknown.");
  const isInvited = person.registration === "invite";
  const spent = isInvited && invitation !== null ? await spendInvitation(tx, invitation) : undefined;
  if (isInvited && spent === undefined) throw new SignOnError("invitation", "The person is not invited.");
  const account = await insertNamed(tx, person.wanted);
  if (spent !== undefined) await noteInvited(tx, spent, account);
  const id = await insertIdentity(tx, { ...person, account });
  if (id === undefined) throw new SignOnError("expired", "The person joined in another request meanwhile.");
  return { account, id };
}

/** Usernames that are tried before one with a random number. */
const ATTEMPTS = 20;

async function insertNamed(tx: Tx, wanted: string): Promise<number> {
  const name = usernameOf(wanted);
  for (let attempt = 1; ; attempt++) {
    const suffix =
      attempt === 1 ? "" : String(attempt > ATTEMPTS ? Math.floor(Math.random() * 1e6) : attempt);
    const username = `${name.slice(0, MAX_USERNAME - suffix.length)}${suffix}`;
    const id = await insertAccount(tx, { username, password: null });
    if (id !== undefined) return id;
  }
}

/** Valid username that resembles the wanted one: of a mail address the part before the @, without accents. */
export function usernameOf(wanted: string): string {
  const [local = ""] = wanted.split("@");
  const letters = local.normalize("NFKD").replaceAll(/[^A-Za-z0-9_+.-]/g, "");
  return Username.safeParse(letters.slice(0, MAX_USERNAME)).data ?? "member";
}

/** Sets the role; the last administrator stays one. */
async function setRole(tx: Tx, account: number, role: Role, provider: string): Promise<void> {
  try {
    await changeAccount(tx, account, account, { role }, `Single sign-on (${provider})`);
  } catch (error) {
    if (!(error instanceof LastAdministratorError)) throw error; // thrown before any change
  }
}

/**
 * Sets the group, which only matters for consumers.
 * @param name null for none
 * @throws SignOnError if there is no such group: without one the account would see everything
 */
async function setGroup(tx: Tx, account: number, name: string | null, provider: string): Promise<void> {
  const group = name === null ? null : await groupByName(tx, name);
  if (group !== undefined)
    await changeAccount(tx, account, account, { group }, `Single sign-on (${provider})`);
  else if ((await storedAccount(tx, account)).role === "consumer")
    throw new SignOnError("group", `There is no group named ${name}.`);
}

/** Links the person to an account that is logged in, or finds the link. @throws SignOnError if it belongs to another one */
export async function linkIdentity(
  tx: Tx,
  person: Identified,
  account: number,
  links: boolean,
): Promise<void> {
  const known = await identityOf(tx, person);
  if (known === undefined && !links)
    throw new SignOnError("unlinked", "The person is not linked to the account.");
  const id = known?.id ?? (await insertIdentity(tx, { ...person, account }));
  if (id === undefined || (known !== undefined && known.account !== account))
    throw new SignOnError("taken", "The person is linked to another account.");
  await noteIdentityUse(tx, id, person.name);
}
