import { _createCache, _createIntlFormatters } from "use-intl/core";
import format from "#node_modules/use-intl/dist/esm/production/format-message/index.js";

type Given = Parameters<typeof format>;
type Shared = Pick<Given[3], "cache" | "formatters">;

let shared: Shared | undefined;

/**
 * In the place of next-intl's own, which reads every message anew with every request: a hundredth of a second on a page with
 * figures. What is made of a message depends on nothing but its language.
 */
export default function formatMessage(...[key, message, values, options]: Given): ReturnType<typeof format> {
  if (!shared) {
    const cache = _createCache();
    shared = { cache, formatters: _createIntlFormatters(cache) };
  }
  return format(key, message, values, { ...options, ...shared });
}
formatMessage.raw = format.raw;
