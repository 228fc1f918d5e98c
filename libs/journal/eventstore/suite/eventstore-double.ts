// A double of EventStoreDB's gRPC server, built from the client's own protocol. It is never counted as the real thing.
import { Metadata, Server, ServerCredentials, status } from '@grpc/grpc-js';
import type {
  sendUnaryData,
  ServerDuplexStream,
  ServerReadableStream,
  ServerUnaryCall,
  ServerWritableStream,
} from '@grpc/grpc-js';
import { ServerFeaturesService } from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import { SupportedMethod, SupportedMethods } from '@eventstore/db-client/generated/serverfeatures_pb.js';
import { Empty, StreamIdentifier, UUID } from '@eventstore/db-client/generated/shared_pb.js';
import { StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import { AppendResp, ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { AppendReq, BatchAppendReq, BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import { EventLogDouble } from './event-log-double.js';
import type { AppendResult, ExpectedVersion, LoggedEvent, ProposedEvent } from './event-log-double.js';

/** What goes wrong with the next append. */
export type Trouble = 'unavailable' | 'answer_lost' | 'not_leader' | 'access_denied' | 'deadline';

const NO_POSITION = (2n ** 64n - 1n).toString();
const nameOf = (identifier: StreamIdentifier | undefined): string =>
  Buffer.from(identifier!.getStreamName_asU8()).toString('utf8');

function identifierOf(name: string): StreamIdentifier {
  const identifier = new StreamIdentifier();
  identifier.setStreamName(Buffer.from(name).toString('base64'));
  return identifier;
}

function exceptionOf(kind: string, code: status, extra: Readonly<Record<string, string>> = {}) {
  const metadata = new Metadata();
  metadata.set('exception', kind);
  for (const [key, value] of Object.entries(extra)) metadata.set(key, value);
  return Object.assign(new Error(kind), { code, metadata });
}

const proposedOf = (message: AppendReq.ProposedMessage): ProposedEvent => ({
  id: message.getId()!.getString(),
  type: message.getMetadataMap().get('type')!,
  contentType: message.getMetadataMap().get('content-type')!,
  data: Buffer.from(message.getData_asU8()),
  metadata: Buffer.from(message.getCustomMetadata_asU8()),
});

export class EventStoreDouble {
  readonly log = new EventLogDouble();
  /** Servers before 22.6 give none with events read from their stream. */
  streamPositions = true;
  readonly troubles: Trouble[] = [];
  #server: Server | undefined;
  #port = 0;

  async start(): Promise<void> {
    const server = new Server({ 'grpc.max_receive_message_length': 17 * 1024 * 1024 });
    server.addService(ServerFeaturesService, { getSupportedMethods: this.#features });
    server.addService(StreamsService, {
      read: this.#read,
      append: this.#append,
      batchAppend: this.#batchAppend,
      delete: this.#unimplemented,
      tombstone: this.#unimplemented,
    });
    this.#port = await new Promise<number>((resolve, reject) => {
      server.bindAsync(`127.0.0.1:${this.#port}`, ServerCredentials.createInsecure(), (error, port) =>
        error ? reject(error) : resolve(port),
      );
    });
    this.#server = server;
  }

  get url(): string {
    return `esdb://127.0.0.1:${this.#port}?tls=false&defaultDeadline=2000`;
  }

  /** At once, calls under way included; `start` brings it back on the same port with its log. */
  stop(): void {
    this.#server?.forceShutdown();
    this.#server = undefined;
  }

  readonly #features = (_: ServerUnaryCall<Empty, SupportedMethods>, answer: sendUnaryData<SupportedMethods>): void => {
    const methods = new SupportedMethods();
    methods.setEventStoreServerVersion(this.streamPositions ? '24.10.0' : '21.10.0');
    for (const name of ['append', 'batchappend', 'read']) {
      const method = new SupportedMethod();
      method.setServiceName('event_store.client.streams.streams');
      method.setMethodName(name);
      methods.addMethods(method);
    }
    answer(null, methods);
  };

  readonly #unimplemented = (_: unknown, answer: sendUnaryData<never>): void => {
    answer({ code: status.UNIMPLEMENTED, details: 'not part of the double' });
  };

  readonly #append = (call: ServerReadableStream<AppendReq, AppendResp>, answer: sendUnaryData<AppendResp>): void => {
    let options: AppendReq.Options | undefined;
    const proposed: ProposedEvent[] = [];
    call.on('data', (request: AppendReq) => {
      if (request.hasOptions()) options = request.getOptions();
      else proposed.push(proposedOf(request.getProposedMessage()!));
    });
    call.on('end', () => {
      const trouble = this.troubles.shift();
      if (trouble && trouble !== 'answer_lost') return this.#answerTrouble(trouble, answer);
      const name = nameOf(options!.getStreamIdentifier());
      const expected: ExpectedVersion = options!.hasNoStream()
        ? 'no_stream'
        : options!.hasRevision()
          ? Number(options!.getRevision())
          : 'any';
      const result = this.log.append(name, expected, proposed);
      if (trouble) return this.#answerTrouble('unavailable', answer);
      this.#answerAppend(name, result, expected, answer);
    });
  };

  #answerTrouble(trouble: Trouble, answer: sendUnaryData<AppendResp>): void {
    if (trouble === 'deadline') return;
    if (trouble === 'not_leader') {
      return answer(
        exceptionOf('not-leader', status.NOT_FOUND, {
          'leader-endpoint-host': '127.0.0.1',
          'leader-endpoint-port': String(this.#port),
        }),
      );
    }
    if (trouble === 'access_denied') return answer(exceptionOf('access-denied', status.PERMISSION_DENIED));
    answer({ code: status.UNAVAILABLE, details: 'the server is busy' });
  }

  #answerAppend(name: string, result: AppendResult, expected: ExpectedVersion, answer: sendUnaryData<AppendResp>): void {
    const response = new AppendResp();
    switch (result.kind) {
      case 'deleted':
        return answer(exceptionOf('stream-deleted', status.FAILED_PRECONDITION, { 'stream-name': name }));
      case 'too_large':
        return answer(
          exceptionOf('maximum-append-size-exceeded', status.INVALID_ARGUMENT, { 'maximum-append-size': String(result.limit) }),
        );
      case 'wrong_expected_version': {
        const wrong = new AppendResp.WrongExpectedVersion();
        if (result.current === -1) wrong.setCurrentNoStream(new Empty());
        else wrong.setCurrentRevision(String(result.current));
        if (typeof expected === 'number') wrong.setExpectedRevision(String(expected));
        else wrong.setExpectedNoStream(new Empty());
        response.setWrongExpectedVersion(wrong);
        return answer(null, response);
      }
      default: {
        const success = new AppendResp.Success();
        const position = new AppendResp.Position();
        position.setCommitPosition(String(result.position));
        position.setPreparePosition(String(result.position));
        success.setCurrentRevision(String(result.revision));
        success.setPosition(position);
        response.setSuccess(success);
        answer(null, response);
      }
    }
  }

  /** The driver never appends this way; a call shows that it does after all. */
  readonly #batchAppend = (call: ServerDuplexStream<BatchAppendReq, BatchAppendResp>): void => {
    call.on('data', () => call.destroy(Object.assign(new Error('batch append'), { code: status.UNIMPLEMENTED })));
  };

  readonly #read = (call: ServerWritableStream<ReadReq, ReadResp>): void => {
    const options = call.request.getOptions()!;
    if (options.hasSubscription()) return this.#subscribe(call);
    const backwards = options.getReadDirection() === ReadReq.Options.ReadDirection.BACKWARDS;
    const limit = Number(options.getCount());
    const all = options.hasAll();
    const events = all ? this.#fromAll(options) : this.#fromStream(options, backwards);
    if (events) {
      for (const event of events.slice(0, limit)) call.write(this.#response(event, all || this.streamPositions));
    } else {
      const response = new ReadResp();
      const missing = new ReadResp.StreamNotFound();
      missing.setStreamIdentifier(options.getStream()!.getStreamIdentifier());
      response.setStreamNotFound(missing);
      call.write(response);
    }
    call.end();
  };

  #fromAll(options: ReadReq.Options): readonly LoggedEvent[] {
    const all = options.getAll()!;
    const from = all.hasPosition() ? Number(all.getPosition()!.getCommitPosition()) : 0;
    return this.log.events.filter(({ position }) => position >= from);
  }

  #fromStream(options: ReadReq.Options, backwards: boolean): readonly LoggedEvent[] | undefined {
    const stream = options.getStream()!;
    const events = this.log.streams.get(nameOf(stream.getStreamIdentifier()));
    if (!events) return undefined;
    if (!backwards) return events.slice(stream.hasRevision() ? Number(stream.getRevision()) : 0);
    return events.slice(0, stream.hasRevision() ? Number(stream.getRevision()) + 1 : undefined).toReversed();
  }

  #subscribe(call: ServerWritableStream<ReadReq, ReadResp>): void {
    const confirmation = new ReadResp.SubscriptionConfirmation();
    confirmation.setSubscriptionId('subscription-1');
    const response = new ReadResp();
    response.setConfirmation(confirmation);
    call.write(response);
    const prefixes = call.request.getOptions()!.getFilter()?.getStreamIdentifier()?.getPrefixList() ?? [''];
    const stop = this.log.onAppend((event) => {
      if (prefixes.some((prefix) => event.streamName.startsWith(prefix))) call.write(this.#response(event, true));
    });
    call.on('cancelled', stop);
  }

  #response(event: LoggedEvent, withPosition: boolean): ReadResp {
    const recorded = new ReadResp.ReadEvent.RecordedEvent();
    const id = new UUID();
    id.setString(event.id);
    recorded.setId(id);
    recorded.setStreamIdentifier(identifierOf(event.streamName));
    recorded.setStreamRevision(String(event.revision));
    recorded.setCommitPosition(withPosition ? String(event.position) : NO_POSITION);
    recorded.setPreparePosition(withPosition ? String(event.position) : NO_POSITION);
    recorded.getMetadataMap().set('type', event.type).set('content-type', event.contentType).set('created', '17000000000000000');
    recorded.setData(event.data.toString('base64'));
    recorded.setCustomMetadata(event.metadata.toString('base64'));
    const read = new ReadResp.ReadEvent();
    read.setEvent(recorded);
    if (withPosition) read.setCommitPosition(String(event.position));
    else read.setNoPosition(new Empty());
    const response = new ReadResp();
    response.setEvent(read);
    return response;
  }
}
