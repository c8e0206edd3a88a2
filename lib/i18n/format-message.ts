import { isValidElement } from "react";
import { _createCache, _createIntlFormatters } from "use-intl/core";
import format from "#node_modules/use-intl/dist/esm/production/format-message/index.js";

type FormatArguments = Parameters<typeof format>;
type FormattedMessage = ReturnType<typeof format>;
type SharedFormatters = Pick<FormatArguments[3], "cache" | "formatters">;
type MessageFormat = { format: (values: object) => unknown };

let shared: SharedFormatters | undefined;
/** By language, then by the message. */
const read = new Map<unknown, Map<unknown, MessageFormat>>();
let isRemembering = false;

/**
 * In the place of next-intl's own, which reads every message anew with every request: a hundredth of a second on a page with
 * figures. What is made of a message depends on nothing but its language.
 */
export default function formatMessage(...given: FormatArguments): FormattedMessage {
  const [key, message, values, options] = given;
  // Only on the server: in a browser, which says little, this would be more to fetch.
  const isServer = typeof window === "undefined";
  const known = isServer && read.get(options.locale)?.get(message);
  if (known && values) return toFormatted(known.format(values));
  if (!shared) {
    const cache = _createCache();
    shared = { cache, formatters: _createIntlFormatters(cache) };
  }
  const told = format(key, message, values, { ...options, ...shared });
  if (isServer && !isRemembering) remember(shared.formatters);
  return told;
}
formatMessage.raw = format.raw;

const toFormatted = (told: unknown): FormattedMessage =>
  typeof told === "string" || isValidElement(told) || Array.isArray(told)
    ? (told as FormattedMessage)
    : String(told);

/** next-intl finds a message that it has read by writing down all that it was read with: a twentieth of a page with figures. */
function remember(formatters: SharedFormatters["formatters"]): void {
  const make = formatters.getMessageFormat;
  if (!make) return;
  isRemembering = true;
  formatters.getMessageFormat = (message, locale, ...rest) => {
    const made = make(message, locale, ...rest);
    const ofLocale = read.get(locale) ?? new Map<unknown, MessageFormat>();
    read.set(locale, ofLocale.set(message, made as MessageFormat));
    return made;
  };
}
