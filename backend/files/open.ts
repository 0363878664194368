/** Opens the configured storage. */
import type { Config } from "../config.ts";
import { DiskStorage } from "./disk.ts";
import { S3Storage } from "./s3.ts";
import type { FileStorage } from "./storage.ts";

/** A bucket if S3_BUCKET is set, otherwise the folder of ROOST_DATA. */
export function openStorage(config: Config): FileStorage {
  const { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = config;
  if (S3_BUCKET === undefined) return new DiskStorage(config.ROOST_DATA);
  if (S3_ENDPOINT === undefined || S3_ACCESS_KEY_ID === undefined || S3_SECRET_ACCESS_KEY === undefined)
    throw new Error("S3_BUCKET needs S3_ENDPOINT, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.");
  return new S3Storage({
    endpoint: S3_ENDPOINT,
    bucket: S3_BUCKET,
    region: config.S3_REGION,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
    prefix: config.S3_PREFIX,
  });
}
