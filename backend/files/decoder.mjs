/**
 * Makes thumbnails of hostile pictures, one after the other, in a process that may be killed at any moment: a job
 * comes in as a message, the picture or the decoder's complaint goes out (decoders.ts). Plain JavaScript, so that no
 * TypeScript loader has to start with it.
 */
import sharp from "sharp";

sharp.concurrency(1); // several processes, a core each
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

// exit() would wait for a decoder that hangs.
process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));
