import { useParams } from "@tanstack/react-router";
import { ArchivePage } from "../features/post/archive-file/ArchivePage.tsx";

/** Without a hash the page says that one is required. */
const File = () => <ArchivePage hash={useParams({ strict: false }).hash} />;

export const screens = { "/file/{-$hash}": File };
