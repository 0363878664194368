import { useParams } from "@tanstack/react-router";
import { CollectionPage } from "../features/library/collections/CollectionPage.tsx";
import { CollectionsPage } from "../features/library/collections/CollectionsPage.tsx";

const Collection = () => <CollectionPage id={useParams({ strict: false }).collection ?? ""} />;

export const screens = { "/collections": CollectionsPage, "/collections/$collection": Collection };
