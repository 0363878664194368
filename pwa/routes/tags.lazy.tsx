import { TagsPage } from "../features/tags/TagsPage.tsx";

export const screens = { "/posts/tags": TagsPage };
