import { useSearch } from "@tanstack/react-router";
import { guarded } from "../features/account/guarded.tsx";
import { OwnUploadsPage } from "../features/uploads/OwnUploadsPage.tsx";
import { UploadPage } from "../features/uploads/UploadPage.tsx";
import { WaitingUploadsPage } from "../features/uploads/WaitingUploadsPage.tsx";
import { one } from "../lib/list-search.ts";

function Upload() {
  const raw: Record<string, unknown> = useSearch({ strict: false });
  return <UploadPage service={one(raw["service"])} user={one(raw["user"])} />;
}

export const screens = {
  "/posts/upload": Upload,
  "/account/posts/upload": guarded(OwnUploadsPage),
  "/account/moderator/tasks/uploads": guarded(WaitingUploadsPage, "moderator"),
};
