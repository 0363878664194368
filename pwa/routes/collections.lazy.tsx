import { createLazyRoute } from "@tanstack/react-router";
import { CollectionPage } from "../features/library/collections/CollectionPage.tsx";
import { CollectionsPage } from "../features/library/collections/CollectionsPage.tsx";

export const collections = createLazyRoute("/collections")({ component: CollectionsPage });
export const collection = createLazyRoute("/collections/$collection")({
  component: () => <CollectionPage id={collection.useParams().collection} />,
});
