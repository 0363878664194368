/** zstd for reading responses. Test files share their modules, and a second `init` breaks the package's decoder. */
import { decompress, init } from "@bokuweb/zstd-wasm";

await init();

export { decompress };
