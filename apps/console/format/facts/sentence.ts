// What a fact is told as, and the form of the tables that tell it.
import type { Sign, Tone } from '../words.js';
import type { FactReader } from './fact-reader.js';

export interface FactSentence {
  readonly text: string;
  readonly icon: Sign | 'send' | 'file';
  readonly tone: Tone;
}

export type Sentences = Readonly<Record<string, (of: FactReader) => FactSentence>>;
