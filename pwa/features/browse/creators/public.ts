export { foundCreatorsQuery } from "../../search/creators/found-api.ts";
export { toCreatorSearch } from "../../search/creators/search.ts";
export { creatorPageQuery, updatedCreatorsQuery } from "./api.ts";
export { CreatorCard } from "./CreatorCard.tsx";
export { amongProfiles, type LinkedPage, linkedPostsQuery } from "./person-api.ts";
export { profileQuery } from "./profile-api.ts";
