"use client";

/** The same, which go to the browser as their few words: a page that is little else takes the server less. */
export {
  LanguageForm as SentLanguageForm,
  ThemeForm as SentThemeForm,
} from "#components/shell/preference-forms.tsx";
