/** Undoes actions of moderators. */
import { NOT_UNDOABLE } from "#shared/contracts/moderation.ts";
import { audit } from "../../accounts/audit.ts";
import type { Tx } from "../../db/client.ts";
import { WRITE_LOCK } from "../../db/locks.ts";
import { conflict, notFound } from "../../http/errors.ts";
import { restore } from "../../takedowns/take-down.ts";
import * as actions from "./action-queries.ts";
import { setFlagState } from "./flag-queries.ts";

/** @throws HttpError 404 if it is not an action of a moderator, 409 if it cannot be undone or already was */
export async function undo(tx: Tx, action: number, actor: number): Promise<void> {
  await tx`select pg_advisory_xact_lock(${WRITE_LOCK})`; // of two concurrent calls the second sees the result of the first
  const found = await actions.actionOf(tx, action);
  if (found === undefined) throw notFound();
  if (!found.can_undo) throw conflict(NOT_UNDOABLE);
  const { kind, subject } = found;
  if (kind === "flag_resolved") {
    const flag = Number(subject.slice("flag ".length));
    if (!(await setFlagState(tx, flag, "open"))) throw conflict(NOT_UNDOABLE);
    await tx`update post_flags set version = version + 1 where flag = ${flag}`;
    await audit(tx, { actor, kind: "flag_reopened", subject, reverts: action });
    return;
  }
  const parent =
    kind === "many_hidden"
      ? await audit(tx, { actor, kind: "many_shown", subject, reverts: action })
      : undefined;
  for (const { seq, entry } of await actions.removalsOf(tx, action))
    await restore(tx, seq, { actor, parent, reverts: entry });
}
