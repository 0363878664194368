/** s3rver as a process of its own: its listings need a cipher that Node 20 has only with --openssl-legacy-provider. */
import S3rver from "s3rver";

const [directory, bucket] = process.argv.slice(2);
const server = new S3rver({
  port: 0,
  address: "127.0.0.1",
  directory,
  silent: true,
  configureBuckets: [{ name: bucket, configs: [] }],
});
const { port } = await server.run();
process.send?.(port);
process.on("disconnect", () => process.exit(0));
