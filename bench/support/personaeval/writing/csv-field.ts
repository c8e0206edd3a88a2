/** As Python's csv module writes a field by default: quotation marks only where they are needed. */
export function csvField(text: string): string {
  return /[",\r\n]/.test(text) ? quotedField(text) : text;
}

export const quotedField = (text: string): string => `"${text.replaceAll('"', '""')}"`;
