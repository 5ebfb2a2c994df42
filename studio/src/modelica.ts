// Colours of Modelica text.
import { StreamLanguage, type StreamParser } from "@codemirror/language";

const keywords = new Set(
  ("algorithm and annotation block break class connect connector constant constrainedby der discrete each else elseif " +
    "elsewhen encapsulated end enumeration equation expandable extends external final flow for function if import impure " +
    "in initial inner input loop model not operator or outer output package parameter partial protected public pure " +
    "record redeclare replaceable return stream then type when while within").split(" "),
);
const types = new Set(["Real", "Integer", "Boolean", "String"]);

interface State {
  comment: boolean;
  text: boolean;
}

const parser: StreamParser<State> = {
  name: "modelica",
  startState: () => ({ comment: false, text: false }),
  token(stream, state) {
    if (state.comment) {
      if (stream.skipTo("*/")) {
        stream.match("*/");
        state.comment = false;
      } else stream.skipToEnd();
      return "comment";
    }
    if (state.text) {
      let escaped = false;
      for (let c = stream.next(); c; c = stream.next()) {
        if (c === '"' && !escaped) {
          state.text = false;
          break;
        }
        escaped = !escaped && c === "\\";
      }
      return "string";
    }
    if (stream.eatSpace()) return null;
    if (stream.match("//")) {
      stream.skipToEnd();
      return "comment";
    }
    if (stream.match("/*")) {
      state.comment = true;
      return "comment";
    }
    if (stream.eat('"')) {
      state.text = true;
      return "string";
    }
    if (stream.match(/^(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?/)) return "number";
    if (stream.match(/^'(\\.|[^'\\])*'/)) return "variableName";
    const word = stream.match(/^[A-Za-z_]\w*/) as RegExpMatchArray | null;
    if (word) {
      if (word[0] === "true" || word[0] === "false") return "bool";
      if (keywords.has(word[0])) return "keyword";
      if (types.has(word[0])) return "typeName";
      if (/^[A-Z]/.test(word[0])) return "className";
      return "variableName";
    }
    stream.next();
    return "operator";
  },
  languageData: { commentTokens: { line: "//", block: { open: "/*", close: "*/" } }, closeBrackets: { brackets: ["(", "[", "{", '"'] } },
};

export const modelica = StreamLanguage.define(parser);
