/** Translates the server's messages about link requests. */
import * as contract from "#shared/contracts/creator-links.ts";
import { HttpError } from "../../../api/errors.ts";
import { errorMessage } from "../../../api/messages.ts";
import { type MessageId, t } from "../../../i18n/index.ts";

const WORDS: Record<string, MessageId> = {
  [contract.LINK_TO_ITSELF]: "creatorLinks.toItself",
  [contract.ALREADY_LINKED]: "creatorLinks.alreadyLinked",
  [contract.ALREADY_REQUESTED]: "creatorLinks.alreadyRequested",
  [contract.LINK_DECIDED]: "creatorLinks.decided",
  [contract.LINK_CHANGED]: "creatorLinks.changed",
};

export function refusalText(error: unknown): string {
  const id = error instanceof HttpError ? WORDS[error.message] : undefined;
  return id === undefined ? errorMessage(error) : t(id);
}
