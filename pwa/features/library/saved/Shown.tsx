import type { SavedDialog } from "./dialogs.ts";
import { FullDialog } from "./FullDialog.tsx";
import { MissingNotice } from "./MissingNotice.tsx";
import { NewPostsDialog } from "./NewPostsDialog.tsx";
import { SaveDialog } from "./SaveDialog.tsx";

export function Shown({ dialog }: { dialog: SavedDialog }) {
  if (dialog.kind === "full") return <FullDialog />;
  if (dialog.kind === "missing") return <MissingNotice keys={dialog.keys} />;
  if (dialog.kind === "news") return <NewPostsDialog />;
  return <SaveDialog subject={dialog.subject} />;
}
