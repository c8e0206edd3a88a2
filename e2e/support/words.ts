import { createTranslator } from "use-intl/core";
import en from "#lib/i18n/messages/en.json" with { type: "json" };
import zh from "#lib/i18n/messages/zh-CN.json" with { type: "json" };

/** What the screens say, so that a test names the message and a better wording breaks nothing. */
export const t = createTranslator({ locale: "en", messages: en });
export const zhT = createTranslator({ locale: "zh-CN", messages: zh as typeof en });
