import localFont from "next/font/local";

// next/font reads these calls while building, so every value has to be a literal. Optional: a face that comes late
// is there for the next page, and nothing moves while somebody reads. Not so italics: cases are turned to without a new page,
// so that thoughts would stay in another face than all around them.
const latin = localFont({
  src: "../../node_modules/@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2",
  weight: "200 900",
  style: "normal",
  display: "optional",
  adjustFontFallback: "Arial",
  variable: "--font-latin",
});

const latinItalic = localFont({
  src: "../../node_modules/@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-italic.woff2",
  weight: "200 900",
  style: "italic",
  display: "swap",
  preload: false,
  adjustFontFallback: "Arial",
  variable: "--font-latin-italic",
});

const latinExtended = localFont({
  src: "../../node_modules/@fontsource-variable/source-sans-3/files/source-sans-3-latin-ext-wght-normal.woff2",
  weight: "200 900",
  style: "normal",
  display: "optional",
  preload: false,
  adjustFontFallback: false,
  variable: "--font-latin-extended",
  declarations: [
    {
      prop: "unicode-range",
      value:
        "U+0100-0130, U+0132-0151, U+0154-02BA, U+02BD-02C5, U+02C7-02CC, U+02CE-02D7, U+02DD-02FF, U+1D00-1DBF, U+1E00-1E9F, U+1EF2-1EFF, U+2020, U+20A0-20AB, U+20AD-20C0, U+2113, U+2C60-2C7F, U+A720-A7FF",
    },
  ],
});

export const fontVariables = [latin, latinItalic, latinExtended].map((font) => font.variable).join(" ");
