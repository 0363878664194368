export declare const VERSION: string;
export declare const FILES: readonly string[];
export declare function guard(text: string, file: string): string;
export declare function unguard(text: string, file: string): string;
