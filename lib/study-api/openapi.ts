import { z } from "zod";
import { apiVersion, problemSchema } from "#lib/study-api/schema.ts";
import { reviewFileNames } from "#lib/study-api/reviews/schema.ts";
import { exportFileName } from "#lib/study-exports/schema.ts";
import { allFigureNames } from "#lib/results/figures.ts";
import { operations, responseSchemas, type Operation } from "#lib/study-api/operations.ts";

/** What a part of an address names. */
const partsOfPath: Readonly<Record<string, object>> = {
  slug: {
    description: "Slug of the study, as listed by /api/v1/studies.",
    schema: { type: "string" },
  },
  table: { description: "Name of the table, as listed by tables.", schema: { type: "string" } },
  figure: { description: "Name of the figure.", schema: { type: "string", enum: allFigureNames } },
  review: { description: "Slug of the review, as listed by /api/v1/reviews.", schema: { type: "string" } },
  reviewFile: {
    description: "Name of the file.",
    schema: { type: "string", enum: [...reviewFileNames, "codebook.md"] },
  },
  file: { description: "Name of the file.", schema: { type: "string", enum: exportFileName.options } },
};

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** The schemas of what is answered, each under its name, so that one describes it for people and for tests. */
function renderSchemas(): Record<string, unknown> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries({ ...responseSchemas, Problem: problemSchema }))
    registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, {
    uri: (id) => ref(id).$ref,
    override: ({ jsonSchema }) => {
      // A time is named by its format; the pattern says the same at length.
      if (jsonSchema.format === "date-time") delete jsonSchema.pattern;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    },
  });
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $schema: _draft, $id: _address, ...schema }]) => [id, schema]),
  );
}

function renderParameters({ path, query }: Operation): object[] {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    ...partsOfPath[name ?? ""],
  }));
  const inQuery = Object.entries(query?.shape ?? {}).map(([name, schema]) => {
    const { $schema: _draft, description, ...rest } = z.toJSONSchema(schema, { io: "input" });
    return { name, in: "query", required: false, description, schema: rest };
  });
  return [...inPath, ...inQuery];
}

const json = (schema: object) => ({ content: { "application/json": { schema } } });
const problem = (description: string) => ({ description, ...json(ref("Problem")) });
const retryAfter = { "Retry-After": { description: "Seconds to wait.", schema: { type: "integer" } } };
const responses: Readonly<Record<number, object>> = {
  304: { description: "Nothing has changed since the ETag you sent." },
  400: problem("A parameter is unknown or invalid; the message names it."),
  401: problem("No token, or an invalid one: unknown, revoked or expired. The answer doesn’t say which."),
  403: problem("The token’s owner is neither a researcher nor an admin."),
  404: problem("There is no such study, table or figure, or the token’s owner has no access to the study."),
  409: problem(
    "Not possible now: not_opened (the study is a draft), not_shown_yet (people are still answering, and the plan shows results only at the end), no_published (there are no published figures of these cases), people_changed (start the list again).",
  ),
  429: {
    ...problem("Sixty wrong tokens came from this address within 15 minutes. Valid tokens still work."),
    headers: retryAfter,
  },
  503: {
    ...problem("Too many long computations are running. Try again later."),
    headers: retryAfter,
  },
};

const etag = {
  ETag: {
    description: "Send it back as If-None-Match: the answer is 304 if nothing has changed.",
    schema: { type: "string" },
  },
};
const link = {
  Link: {
    description: 'The next page, with rel="next"; absent on the last page.',
    schema: { type: "string" },
  },
};

function renderContent({ answers, types }: Operation): object {
  if (types) return { content: Object.fromEntries(types.map((type) => [type, {}])) };
  return json(answers ? ref(answers) : { type: "object" });
}

function renderOperation(operation: Operation): object {
  const { id, summary, about, isOpen = false, isPage = false, isStreamed = false } = operation;
  const { refusals = [400, 404, 409] } = operation;
  const parameters = renderParameters(operation);
  const statuses = isOpen ? [] : [...refusals, 401, 403, 429, 503];
  return {
    operationId: id,
    summary,
    ...(about ? { description: about } : {}),
    ...(isOpen ? { security: [] } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    responses: {
      "200": {
        description: summary,
        ...(isStreamed ? {} : { headers: { ...etag, ...(isPage ? link : {}) } }),
        ...renderContent(operation),
      },
      ...Object.fromEntries(
        [...(isStreamed ? [] : [304]), ...statuses]
          .toSorted()
          .map((status) => [status, { $ref: `#/components/responses/${status}` }]),
      ),
    },
  };
}

/** What /api/v1/openapi.json serves and `benchside api openapi` prints, to the byte. */
export function renderOpenApi(): string {
  const description = {
    openapi: "3.1.0",
    info: {
      title: "Benchside",
      version: apiVersion,
      description:
        "Read-only access to the studies that the token’s owner can see: every figure of the results, unrounded; the tables, figures and files of the report; and the rows of the exports.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/", description: "The instance that serves this file." }],
    security: [{ token: [] }, { signIn: [] }],
    paths: Object.fromEntries(
      operations.map((operation) => [operation.path, { get: renderOperation(operation) }]),
    ),
    components: {
      securitySchemes: {
        token: { type: "http", scheme: "bearer", description: "An access token, made at /account/tokens." },
        signIn: {
          type: "apiKey",
          in: "cookie",
          name: "benchside",
          description: "A signed-in browser.",
        },
      },
      responses,
      schemas: renderSchemas(),
    },
  };
  return `${JSON.stringify(description, null, 2)}\n`;
}
