import { hearKeys } from "#components/sitting/keys/hear-keys.ts";
import { KeysHelp } from "#components/sitting/keys/keys-help.tsx";

/** What a case is read and answered without: it comes right after it. */
export const keysAtWork = { hearKeys, KeysHelp };
