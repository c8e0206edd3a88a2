import { longKinds } from "#lib/task-kinds/server-registry.ts";

/** So many letters of a case are shown in lists. */
export const excerptLength = 300;
/** Of a long content so many members of each list: a line of them has four letters at least. */
const maxMembers = Math.ceil(excerptLength / 4);

// What JavaScript takes for white space: of a text that begins with it something has to be left.
const blanks = String.raw`E' \t\n\x0B\f\r\u00A0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF'`;

const beginningOf = `(
  SELECT jsonb_object_agg(part.key, CASE WHEN jsonb_typeof(part.value) = 'array' THEN (
    SELECT jsonb_agg(jsonb_set(one, '{text}', to_jsonb(left(ltrim(one ->> 'text', ${blanks}), ${excerptLength}))) ORDER BY place)
    FROM jsonb_array_elements(jsonb_path_query_array(part.value, '$[0 to ${maxMembers - 1}]'))
      WITH ORDINALITY AS listed (one, place)
  ) ELSE part.value END) FROM jsonb_each(v.content) part)`;

/**
 * The content of a version v of a case c, as far as a list of cases shows it. In SQL: fifty transcripts of a million letters
 * are a second's work to send and to read, and Prisma reads no part of a JSON.
 */
export const shortContent = `
  CASE WHEN c.kind::text IN (${longKinds.map((kind) => `'${kind}'`).join(", ")}) THEN ${beginningOf} ELSE v.content END`;
