/** Uploads, one's own and those that wait, for component tests. */
import type { z } from "zod/mini";
import {
  createUpload,
  getUploadRules,
  headUpload,
  listUploads,
  listWaitingUploads,
  sendUpload,
} from "#shared/contracts/uploads.ts";
import type { Upload, WaitingUpload } from "#shared/entities/upload.ts";
import { api } from "./api.ts";
import { DAY } from "./examples.ts";

type Rules = z.input<typeof getUploadRules.response>;

export const UPLOAD_ID = "abcdefghijklmnopqrstuv";

export const ownUpload = (part: Partial<Upload> = {}): Upload => ({
  ...{ id: UPLOAD_ID, service: "patreon", user: "10", creator: "Ann", name: "sketch.png", size: 5 },
  ...{
    sha256: null,
    received: 5,
    state: "waiting",
    reason: null,
    mime: "image/png",
    share: "s1",
    created_at: DAY,
  },
  ...part,
});

export const waitingUpload = (part: Partial<WaitingUpload> = {}): WaitingUpload => ({
  ...{ id: UPLOAD_ID, service: "patreon", user: "10", creator: "Ann", name: "sketch.png", title: "Sketches" },
  ...{
    size: 5,
    hash: "a".repeat(64),
    mime: "image/png",
    scan: "clean",
    by: "cyd",
    created_at: DAY,
    version: 1,
  },
  ...part,
});

export async function answerRules(part: Partial<Rules> = {}): Promise<void> {
  const kinds = ["image/*"];
  await api.answer(getUploadRules, {
    ...{ mode: "moderated", anonymous: false, max_bytes: 8_000_000_000, kinds, creator: "Ann" },
    ...part,
  });
}

/** The server takes files of this size, each in one request. */
export async function answerTransfer(size: number): Promise<void> {
  const tus = { "tus-resumable": "1.0.0" };
  await api.fail(createUpload, 201, "", {
    headers: { ...tus, location: `/api/v1/posts/upload/${UPLOAD_ID}` },
  });
  await api.fail(headUpload, 200, "", {
    headers: { ...tus, "upload-offset": "0", "upload-length": String(size) },
  });
  await api.fail(sendUpload, 204, "", { headers: { ...tus, "upload-offset": String(size) } });
}

export async function answerUploads(): Promise<void> {
  await answerRules();
  await api.answer(listUploads, [
    ownUpload(),
    ownUpload({ id: "2", name: "old.png", state: "refused", reason: "Blurred" }),
    ownUpload({ id: "3", name: "public.png", state: "published" }),
  ]);
  await api.answer(listWaitingUploads, [waitingUpload()]);
}
