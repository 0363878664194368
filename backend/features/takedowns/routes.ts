import { MAX_PICTURES } from "#shared/contracts/files.ts";
import * as contract from "#shared/contracts/takedowns.ts";
import { PAGE_SIZE, pastEndProblem } from "#shared/rules/paging.ts";
import { audit } from "../../accounts/audit.ts";
import { requireConfirmed } from "../../accounts/sessions.ts";
import type { Db, Tx } from "../../db/client.ts";
import { transaction } from "../../db/tx.ts";
import { picturesLike } from "../../files/close-pictures.ts";
import { type Mounted, mount } from "../../http/endpoint.ts";
import { badInput, conflict, notFound } from "../../http/errors.ts";
import { hide, makeDue, restore } from "../../takedowns/take-down.ts";
import type { Target } from "../../takedowns/target.ts";
import * as queries from "./queries.ts";

/** Uses listed per image. */
const MAX_USES = 5;

export const takedownRoutes: Mounted[] = [
  mount(contract.previewTakedown, async ({ sql, query }) => queries.preview(sql, await targetOf(sql, query))),
  mount(contract.listCopies, ({ sql, query: { file } }) =>
    picturesLike(sql, file, { limit: MAX_PICTURES, uses: MAX_USES }),
  ),
  mount(contract.listTakedowns, async ({ sql, query: { o } }) => {
    const count = await queries.countTakedowns(sql);
    const problem = pastEndProblem(o, count);
    if (problem !== undefined) throw badInput(problem);
    const days = await queries.takedownDays(sql);
    return { count, days, takedowns: await queries.pageOfTakedowns(sql, o, PAGE_SIZE) };
  }),
  mount(contract.addTakedown, async ({ sql, pool, signal, principal, body: { reason, ...body } }) => {
    await requireConfirmed(sql, principal);
    const { copies = [], ...named } = "file" in body ? body : { ...body, copies: undefined };
    const work = async (tx: Tx) => {
      const target = await targetOf(tx, named);
      const days = await queries.takedownDays(tx);
      const taken = { kind: "takedown", reason, actor: principal.id, days } as const;
      const { found, files } = await hide(tx, { target, ...taken });
      let sum = files;
      for (const file of new Set(copies))
        sum += (await hide(tx, { target: fileTarget(file), ...taken })).files;
      return { found, files: sum };
    };
    return await transaction(pool, work, { signal });
  }),
  mount(contract.restoreTakedown, async ({ sql, pool, signal, principal, params: { takedown } }) => {
    await requireConfirmed(sql, principal);
    const work = (tx: Tx) => restore(tx, takedown, { actor: principal.id });
    if (!(await transaction(pool, work, { signal }))) throw notFound();
    return true as const;
  }),
  mount(contract.purgeTakedown, async ({ sql, pool, signal, principal, params: { takedown } }) => {
    await requireConfirmed(sql, principal);
    const work = (tx: Tx) => makeDue(tx, takedown, principal.id);
    if (!(await transaction(pool, work, { signal }))) throw conflict(contract.NOT_HELD);
    return true as const;
  }),
  mount(contract.changeTakedownDays, async ({ sql, pool, signal, principal, body: { days } }) => {
    await requireConfirmed(sql, principal);
    const work = async (tx: Tx) => {
      const before = await queries.setTakedownDays(tx, days);
      const values = { before: String(before), after: String(days) };
      await audit(tx, { actor: principal.id, kind: "takedown_days", subject: "takedowns", ...values });
    };
    await transaction(pool, work, { signal });
    return true as const;
  }),
];

interface Named {
  service?: string | undefined;
  user?: string | undefined;
  post?: string | undefined;
  file?: string | undefined;
}

const fileTarget = (file: string): Target => ({ service: "", user: "", post: null, file });

async function targetOf(db: Db, { service, user, post, file }: Named): Promise<Target> {
  if (file !== undefined) return fileTarget(file);
  if (service === undefined || user === undefined) throw badInput("Expected a service and user, or a file.");
  return { service, user: await queries.creatorId(db, service, user), post: post ?? null };
}
