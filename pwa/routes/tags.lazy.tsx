import { TagsPage } from "../features/browse/tags/TagsPage.tsx";

export const screens = { "/posts/tags": TagsPage };
