import * as contract from "#shared/contracts/administration.ts";
import { ACCOUNTS_PAGE_SIZE } from "#shared/contracts/administration.ts";
import { LAST_ADMINISTRATOR } from "#shared/contracts/own-account.ts";
import type { ManagedAccount } from "#shared/entities/account.ts";
import { PAGE_SIZE, pastEndProblem } from "#shared/rules/paging.ts";
import type { Role } from "#shared/rules/roles.ts";
import { setAccessMode } from "../../accounts/access-mode.ts";
import { audit } from "../../accounts/audit.ts";
import { changeAccount, LastAdministratorError, NoSuchGroupError } from "../../accounts/change-account.ts";
import { requireConfirmed } from "../../accounts/sessions.ts";
import type { Tx } from "../../db/client.ts";
import { transaction } from "../../db/tx.ts";
import { type Input, type Mounted, mount } from "../../http/endpoint.ts";
import { badInput, conflict, notFound } from "../../http/errors.ts";
import { groupRoutes } from "./group-routes.ts";
import { invitationRoutes } from "./invitation-routes.ts";
import * as queries from "./queries.ts";

export const administrationRoutes: Mounted[] = [
  mount(contract.listAccounts, async ({ sql, query: { page = 1, ...filter } }) => {
    const count = await queries.countAccounts(sql, filter);
    const found = await queries.pageOfAccounts(sql, filter, page, ACCOUNTS_PAGE_SIZE);
    return { count, accounts: found.map(queries.withoutFlags) };
  }),
  mount(contract.countAccounts, ({ sql, query }) => queries.countAccounts(sql, query)),
  mount(contract.pageAccounts, ({ sql, params, query }) =>
    queries.pageOfAccounts(sql, query, params.page, ACCOUNTS_PAGE_SIZE),
  ),
  mount(contract.getManagedAccount, async ({ sql, params }) => {
    return (await queries.managedAccount(sql, params.account)) ?? missing();
  }),
  mount(contract.getManagedAccountV2, async ({ sql, params }) => {
    return (await queries.managedAccount(sql, params.account)) ?? missing();
  }),
  mount(contract.changeAccount, change),
  mount(contract.changeAccountV2, change),
  mount(contract.changeRoles, async ({ sql, pool, signal, principal, body }) => {
    await requireConfirmed(sql, principal);
    const wanted: [number, Role][] = [
      ...(body.moderator ?? []).map((id): [number, Role] => [id, "moderator"]),
      ...(body.consumer ?? []).map((id): [number, Role] => [id, "consumer"]),
    ];
    const work = async (tx: Tx) => {
      for (const [id, role] of wanted) await changeAccount(tx, principal.id, id, { role });
    };
    await transaction(pool, work, { signal }).catch(refuseLast);
    return true as const;
  }),
  mount(contract.getAccess, async ({ config }) => ({
    access: config.ACCESS,
    fixed: config.accessSource === "setting",
  })),
  mount(contract.changeAccess, async ({ sql, pool, signal, config, principal, body: { access } }) => {
    await requireConfirmed(sql, principal);
    if (config.accessSource === "setting") throw conflict(contract.ACCESS_IS_FIXED);
    if (access === "members" && config.DATA_SERVERS.length > 0)
      throw conflict(contract.DATA_SERVERS_ARE_OPEN);
    const work = async (tx: Tx) => {
      const before = await setAccessMode(tx, access);
      await audit(tx, { actor: principal.id, kind: "access", subject: "access", before, after: access });
    };
    await transaction(pool, work, { signal });
    return true as const;
  }),
  mount(contract.removeSample, async ({ sql, pool, signal, principal }) => {
    await requireConfirmed(sql, principal);
    const work = async (tx: Tx) => {
      if (!(await queries.removeSample(tx))) throw conflict(contract.NO_SAMPLE);
      await audit(tx, { actor: principal.id, kind: "sample", subject: "sample" });
    };
    await transaction(pool, work, { signal });
    return true as const;
  }),
  mount(contract.changeRegistration, async ({ sql, pool, signal, principal, body: { registration } }) => {
    await requireConfirmed(sql, principal);
    const work = async (tx: Tx) => {
      const before = await queries.setRegistration(tx, registration);
      const change = { kind: "registration", subject: "registration", before, after: registration } as const;
      await audit(tx, { actor: principal.id, ...change });
    };
    await transaction(pool, work, { signal });
    return true as const;
  }),
  ...invitationRoutes,
  ...groupRoutes,
  mount(contract.listAudit, async ({ sql, query: { o } }) => {
    const count = await queries.countAudit(sql);
    const problem = pastEndProblem(o, count);
    if (problem !== undefined) throw badInput(problem);
    return { count, entries: await queries.auditEntries(sql, o, PAGE_SIZE) };
  }),
  mount(contract.listDamagedFiles, async ({ sql, config, query: { o } }) => {
    const count = await queries.countDamagedFiles(sql);
    const problem = pastEndProblem(o, count);
    if (problem !== undefined) throw badInput(problem);
    const { SCRUB_DAYS: days, REPAIR_FROM } = config;
    const scrub = { days, ...(await queries.scrubState(sql)), repairs: REPAIR_FROM !== undefined };
    return { count, files: await queries.damagedFiles(sql, o, PAGE_SIZE), scrub };
  }),
];

async function change({
  sql,
  pool,
  signal,
  principal,
  params: { account },
  body,
}: Input<typeof contract.changeAccount>): Promise<ManagedAccount> {
  await requireConfirmed(sql, principal);
  const work = (tx: Tx) => changeAccount(tx, principal.id, account, body);
  if (!(await transaction(pool, work, { signal }).catch(refuseLast))) throw notFound();
  return (await queries.managedAccount(sql, account)) ?? missing();
}

function refuseLast(error: unknown): never {
  if (error instanceof NoSuchGroupError) throw badInput(error.message);
  throw error instanceof LastAdministratorError ? conflict(LAST_ADMINISTRATOR) : error;
}

function missing(): never {
  throw notFound();
}
