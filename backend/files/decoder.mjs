/**
 * Measures hostile images and makes thumbnails of them one by one, in a process that may be killed at any time: receives a
 * job as a message, returns the size and the thumbnail or an error (decoders.ts). Plain JavaScript, so that no TypeScript
 * loader is needed.
 */
import sharp from "sharp";

sharp.concurrency(1); // parallelism comes from several processes
sharp.cache(false);

process.on("message", async (job) => {
  const answer = await decode(job).catch((error) => ({ fault: String(error?.message) }));
  process.send({ ...answer, resident: process.memoryUsage.rss() });
});

async function decode({ source, maxPixels, thumbnail }) {
  const image = sharp(source, { limitInputPixels: maxPixels, failOn: "error" });
  const { width, height } = (await image.metadata()).autoOrient;
  if (thumbnail === undefined) return { width, height };
  const { resize, format, encoding } = thumbnail;
  const picture = await image.autoOrient().resize(resize).toFormat(format, encoding).toBuffer();
  return { width, height, picture };
}

// exit() would wait for a hanging decoder.
process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));
