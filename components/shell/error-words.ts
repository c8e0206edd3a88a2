const words = {
  en: {
    title: "Something broke on our side",
    kept: "What you saved is kept. Only your last step may be missing.",
    again: "Try again",
    reference: "Reference",
  },
  "zh-CN": {
    title: "我们这边出了点问题",
    kept: "之前保存的内容都还在，只有最后一步可能没有保存。",
    again: "再试一次",
    reference: "编号",
  },
};

/** The messages of next-intl stay on the server; a broken page can only ask the document it stands in. */
export function documentLanguage(): keyof typeof words {
  const asked = typeof document === "undefined" ? "" : document.documentElement.lang || navigator.language;
  return asked.startsWith("zh") ? "zh-CN" : "en";
}

export function errorWords() {
  const language = documentLanguage();
  return { language, ...words[language] };
}

/** For a page that was drawn before an upgrade, and sends a form or fetches a part that there is no longer. */
const outdated = {
  en: {
    title: "Benchside has been updated",
    next: "Load the page again to go on.",
    again: "Load the page again",
  },
  "zh-CN": { title: "Benchside 已更新", next: "请重新加载页面，然后继续。", again: "重新加载页面" },
};

/** Null for every other error. */
export const outdatedWords = (error: unknown) =>
  error instanceof Error && ["UnrecognizedActionError", "ChunkLoadError"].includes(error.name)
    ? outdated[documentLanguage()]
    : null;
