import * as contract from "#shared/contracts/moderation.ts";
import { getTasks } from "#shared/contracts/tasks.ts";
import type { FlagDetails } from "#shared/entities/moderation.ts";
import { NOTIFICATION_TYPES } from "#shared/entities/notification.ts";
import { PAGE_SIZE, pastEndProblem } from "#shared/rules/paging.ts";
import { isAllowed } from "#shared/rules/roles.ts";
import { audit } from "../../accounts/audit.ts";
import { notify } from "../../accounts/notify.ts";
import type { Db, Tx } from "../../db/client.ts";
import { transaction } from "../../db/tx.ts";
import { type Mounted, mount } from "../../http/endpoint.ts";
import { badInput, conflict, notFound } from "../../http/errors.ts";
import { hide, restore } from "../../takedowns/take-down.ts";
import * as actions from "./action-queries.ts";
import * as flags from "./flag-queries.ts";
import { countPendingDms, countTasks } from "./task-queries.ts";
import { undo } from "./undo.ts";

export const moderationRoutes: Mounted[] = [
  mount(getTasks, async ({ sql, principal: { id, role } }) => ({
    dms: await countPendingDms(sql, id),
    moderation: isAllowed("moderator", role) ? await countTasks(sql) : null,
  })),
  mount(contract.listFlags, async ({ sql, query: { state = "open", o } }) => {
    const count = await flags.countFlags(sql, state);
    refusePastEnd(o, count);
    return { count, flags: await flags.pageOfFlags(sql, state, o, PAGE_SIZE) };
  }),
  mount(contract.getFlagDetails, ({ sql, params: { flag } }) => detailsOf(sql, flag)),
  mount(contract.decideFlag, async ({ sql, pool, signal, principal, params: { flag }, body }) => {
    await transaction(pool, (tx) => decide(tx, { ...body, flag, actor: principal.id }), { signal });
    return await detailsOf(sql, flag);
  }),
  mount(contract.hideContent, async ({ pool, signal, principal: { id: actor }, body }) => {
    const { targets, reason = "" } = body;
    const work = async (tx: Tx) => {
      const parent =
        targets.length === 1
          ? null
          : await audit(tx, { actor, kind: "many_hidden", subject: String(targets.length), reason });
      for (const wanted of targets) {
        const target = (await actions.findTarget(tx, wanted)) ?? missing();
        await hide(tx, { target, kind: "hidden", reason, actor, days: null, parent });
      }
    };
    await transaction(pool, work, { signal });
    return { hidden: targets.length };
  }),
  mount(contract.listActions, async ({ sql, query: { o, subject } }) => {
    const count = await actions.countActions(sql, subject);
    refusePastEnd(o, count);
    return { count, actions: await actions.pageOfActions(sql, { subject, offset: o, size: PAGE_SIZE }) };
  }),
  mount(contract.undoAction, async ({ pool, signal, principal, params: { action } }) => {
    await transaction(pool, (tx) => undo(tx, action, principal.id), { signal });
    return true as const;
  }),
];

interface Decision {
  flag: number;
  version: number;
  action: contract.FlagAction;
  reason?: string | undefined;
  actor: number;
}

async function decide(tx: Tx, { flag, version, action, reason = "", actor }: Decision): Promise<void> {
  const found = await flags.countDecision(tx, flag, version);
  if (found === undefined) {
    if ((await flags.flagDetails(tx, flag)) === undefined) throw notFound();
    throw conflict(contract.DECIDED_MEANWHILE);
  }
  const { service, user, post, account } = found;
  const target = { service, user, post };
  const subject = `flag ${flag}`;
  const by = { actor, subject, reason };
  if (action === "resolve" || action === "reopen") {
    const state = action === "resolve" ? "resolved" : "open";
    if (!(await flags.setFlagState(tx, flag, state))) throw conflict(contract.NOT_UNDOABLE);
    await audit(tx, { ...by, kind: action === "resolve" ? "flag_resolved" : "flag_reopened" });
    if (action === "resolve" && account !== null)
      await notify(tx, [account], NOTIFICATION_TYPES.flag_decided, { service, user, post });
  } else if (action === "hide") {
    await hide(tx, { target, kind: "hidden", reason, actor, days: null });
  } else if (action === "show") {
    const removal = await actions.hiddenPost(tx, target);
    if (removal === undefined) throw conflict(contract.NOT_UNDOABLE);
    await restore(tx, removal.seq, { actor, reason, reverts: removal.entry });
  } else {
    const keys = await flags.makeImportsDue(tx, service);
    await audit(tx, { ...by, kind: "reimport_requested", after: String(keys) });
  }
}

async function detailsOf(db: Db, flag: number): Promise<FlagDetails> {
  const details = await flags.flagDetails(db, flag);
  if (details === undefined) throw notFound();
  const { service, user, post } = details;
  return { ...details, history: await actions.historyOf(db, [`flag ${flag}`, `${service}/${user}/${post}`]) };
}

function refusePastEnd(offset: number, count: number): void {
  const problem = pastEndProblem(offset, count);
  if (problem !== undefined) throw badInput(problem);
}

function missing(): never {
  throw notFound();
}
