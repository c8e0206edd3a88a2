const words = {
  en: {
    title: "This page stopped working",
    kept: "What you saved is kept. Only your last step may be missing.",
    again: "Load it again",
    reference: "Reference",
  },
  "zh-CN": {
    title: "这个页面出了问题",
    kept: "之前保存的内容都还在，只有最后一步可能没有保存。",
    again: "重新加载",
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
