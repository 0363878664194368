/** Imported DMs that wait for the review, for component tests. */
import type { z } from "zod/mini";
import { listPendingDms } from "#shared/contracts/dms.ts";
import type { PendingDm } from "#shared/entities/dm.ts";
import type { ReviewStatus } from "#shared/rules/dm-review.ts";
import { api } from "./api.ts";
import { creatorRow, DAY } from "./examples.ts";

type Pending = z.input<typeof PendingDm>;

export const pendingDm = (part: Partial<Pending> = {}): Pending => {
  const { id, name, service, indexed, updated, public_id, relation_id } = creatorRow({ id: "10" });
  return {
    hash: "p1",
    user: "10",
    service: "patreon",
    content: "Thank you for your support",
    embed: {},
    published: DAY,
    added: DAY,
    import_id: null,
    files: [],
    artist: { id, name, service, indexed, updated, public_id, relation_id },
    ...part,
  };
};

export async function answerPendingDms(dms: Pending[], status: ReviewStatus = "pending"): Promise<void> {
  const props = { currentPage: "account", title: "Review DMs", status, count: dms.length, dms } as const;
  await api.answer(listPendingDms, { props }, { query: { status } });
}
