/**
 * Makes thumbnails of hostile images one by one, in a process that may be killed at any time: receives a job as a
 * message, returns the image or an error (decoders.ts). Plain JavaScript, so that no TypeScript loader is needed.
 */
import sharp from "sharp";

sharp.concurrency(1); // parallelism comes from several processes
sharp.cache(false);

process.on("message", async ({ source, maxPixels, resize, format, encoding }) => {
  const answer = await sharp(source, { limitInputPixels: maxPixels, failOn: "error" })
    .autoOrient()
    .resize(resize)
    .toFormat(format, encoding)
    .toBuffer()
    .then(
      (picture) => ({ picture }),
      (error) => ({ fault: String(error?.message) }),
    );
  process.send({ ...answer, resident: process.memoryUsage.rss() });
});

// exit() would wait for a hanging decoder.
process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));
