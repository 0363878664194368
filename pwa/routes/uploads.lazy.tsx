import { createLazyRoute } from "@tanstack/react-router";
import { guarded } from "../features/account/guarded.tsx";
import { OwnUploadsPage } from "../features/uploads/OwnUploadsPage.tsx";
import { UploadPage } from "../features/uploads/UploadPage.tsx";
import { WaitingUploadsPage } from "../features/uploads/WaitingUploadsPage.tsx";

export const upload = createLazyRoute("/posts/upload")({
  component: () => <UploadPage {...upload.useSearch()} />,
});
export const ownUploads = createLazyRoute("/account/posts/upload")({ component: guarded(OwnUploadsPage) });
export const waitingUploads = createLazyRoute("/account/moderator/tasks/uploads")({
  component: guarded(WaitingUploadsPage, "moderator"),
});
