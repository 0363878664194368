/** Release of Roost, from package.json alone. */
import settings from "../package.json" with { type: "json" };

/** "1.0.0" */
export const VERSION: string = settings.version;

/** Header of requests to other servers: "Roost/1.0.0". */
export const USER_AGENT = `Roost/${VERSION}`;
