/** Groups of accounts, and ratings of creators and posts. */
import * as contract from "#shared/contracts/groups.ts";
import {
  GROUP_IN_USE,
  GROUP_NAME_TAKEN,
  GROUPS_NEED_MEMBERS,
  MAX_GROUPS,
  MAX_RATING_RULES,
  TOO_MANY_GROUPS,
  TOO_MANY_RULES,
} from "#shared/contracts/groups.ts";
import { PAGE_SIZE, pastEndProblem } from "#shared/rules/paging.ts";
import { audit } from "../../accounts/audit.ts";
import { requireConfirmed } from "../../accounts/sessions.ts";
import type { Sql, Tx } from "../../db/client.ts";
import { transaction } from "../../db/tx.ts";
import * as queries from "../../groups/group-queries.ts";
import { ensureGroupRole, GroupRoleError } from "../../groups/group-role.ts";
import { previewGroup } from "../../groups/preview.ts";
import { ratingRules, setRatingRule } from "../../groups/rating-rules.ts";
import { type Mounted, mount } from "../../http/endpoint.ts";
import { badInput, conflict, notFound } from "../../http/errors.ts";
import { subjectOf } from "../../takedowns/target.ts";

export const groupRoutes: Mounted[] = [
  mount(contract.listGroups, ({ sql }) => queries.groups(sql)),
  mount(contract.previewGroup, async ({ pool, signal, params: { group }, query: { o } }) => {
    await ensureRole(pool); // a restored archive may be on a server without it
    const preview = await previewGroup(pool, group, o, PAGE_SIZE, signal);
    if (preview === undefined) throw notFound();
    const problem = pastEndProblem(o, preview.hidden.creators);
    if (problem !== undefined) throw badInput(problem);
    return preview;
  }),
  mount(contract.addGroup, async ({ sql, pool, signal, config, principal, body }) => {
    if (config.ACCESS !== "members") throw conflict(GROUPS_NEED_MEMBERS);
    await requireConfirmed(sql, principal);
    await ensureRole(pool);
    const work = async (tx: Tx) => {
      if (await queries.isNameTaken(tx, body.name)) throw conflict(GROUP_NAME_TAKEN);
      if ((await queries.countGroups(tx)) >= MAX_GROUPS) throw conflict(TOO_MANY_GROUPS);
      const id = await queries.insertGroup(tx, body);
      await audit(tx, { actor: principal.id, kind: "group", subject: `group ${id}`, after: describe(body) });
      return { id };
    };
    return await transaction(pool, work, { signal });
  }),
  mount(contract.changeGroup, async ({ sql, pool, signal, principal, params: { group }, body }) => {
    await requireConfirmed(sql, principal);
    const work = async (tx: Tx) => {
      if (await queries.isNameTaken(tx, body.name, group)) throw conflict(GROUP_NAME_TAKEN);
      const before = (await queries.groups(tx)).find(({ id }) => id === group);
      if (before === undefined || !(await queries.updateGroup(tx, group, body))) throw notFound();
      const change = { subject: `group ${group}`, before: describe(before), after: describe(body) };
      await audit(tx, { actor: principal.id, kind: "group", ...change });
    };
    await transaction(pool, work, { signal });
    return true as const;
  }),
  mount(contract.deleteGroup, async ({ sql, pool, signal, principal, params: { group } }) => {
    await requireConfirmed(sql, principal);
    const work = async (tx: Tx) => {
      if (!(await queries.deleteUnusedGroup(tx, group)))
        throw (await queries.groupExists(tx, group)) ? conflict(GROUP_IN_USE) : notFound();
      await audit(tx, { actor: principal.id, kind: "group_deleted", subject: `group ${group}` });
    };
    await transaction(pool, work, { signal });
    return true as const;
  }),
  mount(contract.listRatedCreators, async ({ sql, query: { o } }) => {
    const count = await queries.countRated(sql);
    const problem = pastEndProblem(o, count);
    if (problem !== undefined) throw badInput(problem);
    return { count, creators: await queries.ratedCreators(sql, o, PAGE_SIZE) };
  }),
  mount(contract.getRating, async ({ sql, params: { service, id } }) => {
    const rating = await queries.ratingOf(sql, service, id);
    if (rating === undefined) throw notFound();
    return { rating };
  }),
  mount(
    contract.rateCreator,
    async ({ pool, signal, principal, params: { service, id }, body: { rating } }) => {
      const work = async (tx: Tx) => {
        const before = await queries.ratingOf(tx, service, id);
        if (before === undefined) throw notFound();
        if (before === rating) return;
        await queries.setRating(tx, service, id, rating);
        const subject = subjectOf({ service, user: id, post: null });
        const change = { subject, before, after: rating };
        await audit(tx, { actor: principal.id, kind: "rating", ...change });
      };
      await transaction(pool, work, { signal });
      return true as const;
    },
  ),
  mount(contract.getPostRating, async ({ sql, params }) => {
    const ratings = await queries.ratingsOfPost(sql, params);
    if (ratings === undefined) throw notFound();
    return ratings;
  }),
  mount(contract.ratePost, async ({ pool, signal, principal, params, body: { rating } }) => {
    const work = async (tx: Tx) => {
      const before = await queries.ratingsOfPost(tx, params);
      if (before === undefined) throw notFound();
      if (before.rating === rating) return;
      await queries.setPostRating(tx, params, rating);
      const { service, id: user, post } = params;
      const subject = subjectOf({ service, user, post });
      await audit(tx, { actor: principal.id, kind: "rating", subject, before: before.rating, after: rating });
    };
    await transaction(pool, work, { signal });
    return true as const;
  }),
  mount(contract.listRatingRules, ({ sql }) => ratingRules(sql)),
  mount(contract.setRatingRule, async ({ pool, signal, principal, body: { rating, ...rule } }) => {
    const work = async (tx: Tx) => {
      const { name, before } = await setRatingRule(tx, rule, rating);
      if (before === rating) return;
      if ((await ratingRules(tx)).length > MAX_RATING_RULES) throw conflict(TOO_MANY_RULES);
      const change = { subject: `${rule.kind} ${name}`, before, after: rating };
      await audit(tx, { actor: principal.id, kind: "rating", ...change });
    };
    await transaction(pool, work, { signal });
    return true as const;
  }),
];

/** @throws HttpError 409 if the role is missing and may not be created */
async function ensureRole(pool: Sql): Promise<void> {
  await ensureGroupRole(pool).catch((error) => {
    throw error instanceof GroupRoleError ? conflict(error.message) : error;
  });
}

/** The rules for the audit log, without the group's name, which may be of a person. */
function describe({ rating, services, creators }: Omit<queries.Rules, "name">): string {
  const hidden = [...services, ...creators.map(({ service, id }) => `${service}/${id}`)];
  return [`rating ${rating}`, ...(hidden.length === 0 ? [] : [`hidden ${hidden.join(", ")}`])].join("; ");
}
