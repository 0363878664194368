/** The part of autocannon that the bench uses; the package has no types of its own. */
declare module "autocannon" {
  interface Result {
    duration: number;
    errors: number;
    non2xx: number;
    "2xx": number;
  }
  interface Options {
    url: string;
    connections: number;
    duration: number;
    /** Seconds. */
    timeout?: number;
    requests: { path: string; headers?: Record<string, string> }[];
  }
  export default function autocannon(options: Options): Promise<Result>;
}
