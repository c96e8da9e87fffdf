// SPDX-License-Identifier: Apache-2.0
//
// The examples of the pages of pto-isa `docs/isa/comm`, a kernel for each page: X is what a rank has, Y what it gets.

#include <pto/comm/pto_comm_inst.hpp>
#include <pto/pto-inst.hpp>

using namespace pto;

constexpr int ROWS = 24, COLS = 40, TILE_ROWS = 16, TILE_COLS = 16, RANKS = 3, SIZE = 1024;

// A tensor of one rank, larger than a tile in both dimensions, and those of all ranks one below the other.
using Part = GlobalTensor<float, Shape<1, 1, 1, ROWS, COLS>, BaseShape2D<float, ROWS, COLS, Layout::ND>, Layout::ND>;
using Whole = GlobalTensor<float, Shape<1, 1, 1, RANKS * ROWS, COLS>, BaseShape2D<float, RANKS * ROWS, COLS, Layout::ND>,
                           Layout::ND>;
using Stage = Tile<TileType::Vec, float, TILE_ROWS, TILE_COLS, BLayout::RowMajor, -1, -1>;
constexpr int PONG = 4096;  // offset of the second tile

struct Group {
    Part tensors[RANKS];
    comm::ParallelGroup<Part> group;

    AICORE Group(float *own, int offset) : group(tensors, RANKS, static_cast<int>(get_rank()))
    {
        for (int rank = 0; rank < RANKS; rank++) {
            tensors[rank] = Part(comm::remote(own + offset, rank));
        }
    }
};

AICORE void tell_all(int32_t *signal)
{
    for (int rank = 0; rank < RANKS; rank++) {
        comm::Signal there(comm::remote(signal, rank));
        comm::TNOTIFY(there, 1, comm::NotifyOp::AtomicAdd);
    }
}

AICORE void hear_all(int32_t *signal)
{
    comm::Signal here(signal);
    comm::TWAIT(here, RANKS, comm::WaitCmp::GE);
}

/// TPUT ///

// To the next rank: plain; added to, by a template parameter and at run time; through two tiles.
extern "C" __global__ AICORE void tput(__gm__ float *x, __gm__ float *y, __gm__ int32_t *signal)
{
    int64_t next = (get_rank() + 1) % RANKS;
    Part from(x), first(comm::remote(y, next)), second(comm::remote(y + ROWS * COLS, next));
    Stage ping(TILE_ROWS, TILE_COLS), pong(TILE_ROWS, TILE_COLS);
    TASSIGN(ping, 0);
    TASSIGN(pong, PONG);
    comm::TPUT(first, from, ping);
    dsb(DSB_DDR);
    comm::TPUT<AtomicType::AtomicAdd>(first, from, ping);
    dsb(DSB_DDR);
    comm::TPUT(first, from, ping, AtomicType::AtomicAdd);
    comm::TPUT(second, from, ping, pong);
}

/// TGET ///

extern "C" __global__ AICORE void tget(__gm__ float *x, __gm__ float *y, __gm__ int32_t *signal)
{
    int64_t next = (get_rank() + 1) % RANKS;
    Part from(comm::remote(x, next)), first(y), second(y + ROWS * COLS);
    Stage ping(TILE_ROWS, TILE_COLS), pong(TILE_ROWS, TILE_COLS);
    TASSIGN(ping, 0);
    TASSIGN(pong, PONG);
    comm::TGET(first, from, ping);
    comm::TGET(second, from, ping, pong);
}

/// TPUT_ASYNC, TGET_ASYNC ///

using Flat = GlobalTensor<float, Shape<DYNAMIC, DYNAMIC, DYNAMIC, DYNAMIC, DYNAMIC>,
                          Stride<DYNAMIC, DYNAMIC, DYNAMIC, DYNAMIC, DYNAMIC>, Layout::ND>;
using Scratch = Tile<TileType::Vec, uint8_t, 1, comm::sdma::UB_ALIGN_SIZE>;

AICORE Flat flat(float *data)
{
    return Flat(data, Flat::Shape(1, 1, 1, 1, SIZE), Flat::Stride(SIZE, SIZE, SIZE, SIZE, 1));
}

// One put and its wait; a batch that the wait for the last completes; by the other engine, with a test.
extern "C" __global__ AICORE void tput_async(__gm__ float *x, __gm__ float *y, __gm__ int32_t *signal, __gm__ uint8_t *workspace)
{
    int64_t rank = get_rank(), next = (rank + 1) % RANKS;
    Scratch scratch;
    TASSIGN(scratch, 0);
    comm::AsyncSession session;
    if (session.valid || !comm::BuildAsyncSession<comm::DmaEngine::SDMA>(scratch, workspace, session)) {
        return;
    }
    Flat from = flat(x), to = flat(comm::remote(y, next));
    auto event = comm::TPUT_ASYNC<comm::DmaEngine::SDMA>(to, from, session);
    (void)event.Wait(session);
    comm::AsyncEvent last;
    for (int other = 0; other < RANKS; other++) {
        Flat part = flat(comm::remote(y + (1 + rank) * SIZE, other));
        last = comm::TPUT_ASYNC(part, from, session);
    }
    (void)last.Wait(session);
    comm::AsyncSession urma;
    if (!comm::BuildAsyncSession<comm::DmaEngine::URMA>(workspace, static_cast<uint32_t>(next), urma)) {
        return;
    }
    Flat end = flat(comm::remote(y + (1 + RANKS) * SIZE, next));
    event = comm::TPUT_ASYNC<comm::DmaEngine::URMA>(end, from, urma);
    while (!event.Test(urma)) {
    }
    tell_all(signal);
    hear_all(signal);
}

extern "C" __global__ AICORE void tget_async(__gm__ float *x, __gm__ float *y, __gm__ int32_t *signal, __gm__ uint8_t *workspace)
{
    int64_t rank = get_rank(), next = (rank + 1) % RANKS;
    Scratch scratch;
    TASSIGN(scratch, 0);
    comm::AsyncSession session;
    if (!comm::BuildAsyncSession<comm::DmaEngine::SDMA>(scratch, workspace, session)) {
        return;
    }
    Flat from = flat(comm::remote(x, next)), to = flat(y);
    auto event = comm::TGET_ASYNC<comm::DmaEngine::SDMA>(to, from, session);
    (void)event.Wait(session);
    comm::AsyncEvent last;
    for (int other = 0; other < RANKS; other++) {
        Flat source = flat(comm::remote(x, other)), part = flat(y + (1 + other) * SIZE);
        last = comm::TGET_ASYNC(part, source, session);
    }
    (void)last.Wait(session);
    comm::AsyncSession rdma;
    if (!comm::BuildAsyncSession<comm::DmaEngine::RDMA>(scratch, workspace, static_cast<uint32_t>(rank), rdma)) {
        return;
    }
    Flat end = flat(y + (1 + RANKS) * SIZE);
    event = comm::TGET_ASYNC<comm::DmaEngine::RDMA>(end, from, rdma, static_cast<uint32_t>(next));
    (void)event.Wait(rdma);
}

/// TNOTIFY, TWAIT, TTEST ///

// A flag that is set, a counter that each rank adds to, data that a flag tells of.
extern "C" __global__ AICORE void tnotify(__gm__ float *x, __gm__ float *y, __gm__ int32_t *signal)
{
    int64_t rank = get_rank(), next = (rank + 1) % RANKS;
    comm::Signal flag(comm::remote(signal, next)), counter(comm::remote(signal + 1, 0)), ready(signal);
    *comm::remote(y, next) = x[0];
    comm::TNOTIFY(flag, 1, comm::NotifyOp::Set);
    comm::TNOTIFY(counter, 1, comm::NotifyOp::AtomicAdd);
    comm::TWAIT(ready, 1, comm::WaitCmp::EQ);
    y[1] = y[0] + 1;
}

// Rank 0 waits for a signal, then for 4 x 8 of which each rank sets some.
extern "C" __global__ AICORE void twait(__gm__ float *x, __gm__ float *y, __gm__ int32_t *signal)
{
    int64_t rank = get_rank();
    for (int i = 0; i < 32; i++) {
        comm::Signal one(comm::remote(signal + i, 0));
        if (i % RANKS == rank) {
            comm::TNOTIFY(one, 1, comm::NotifyOp::Set);
        }
    }
    if (rank == 0) {
        comm::Signal first(signal + 1);
        comm::TWAIT(first, 1, comm::WaitCmp::EQ);
        comm::Signal2D<4, 8> grid(signal);
        comm::TWAIT(grid, 1, comm::WaitCmp::EQ);
        y[0] = 1;
    }
}

AICORE bool poll_with_timeout(int32_t *signal, int most)
{
    comm::Signal one(signal);
    for (int i = 0; i < most; i++) {
        if (comm::TTEST(one, 1, comm::WaitCmp::EQ)) {
            return true;
        }
    }
    return false;
}

// Rank 0 tests: a signal that nobody sets, with an end; a counter until it is high enough; 4 x 8 with one missing, then all.
extern "C" __global__ AICORE void ttest(__gm__ float *x, __gm__ float *y, __gm__ int32_t *signal)
{
    int64_t rank = get_rank();
    comm::Signal counter(comm::remote(signal + 32, 0)), last(comm::remote(signal + 31, 0)), never(signal + 33), own(signal + 32);
    for (int i = 0; i < 31; i++) {
        comm::Signal one(comm::remote(signal + i, 0));
        if (i % RANKS == rank) {
            comm::TNOTIFY(one, 1, comm::NotifyOp::Set);
        }
    }
    comm::TNOTIFY(counter, 1, comm::NotifyOp::AtomicAdd);
    if (rank == 0) {
        comm::Signal2D<4, 8> grid(signal);
        y[0] = comm::TTEST(never, 1, comm::WaitCmp::EQ);
        y[1] = poll_with_timeout(signal + 33, 5);
        while (!comm::TTEST(own, RANKS, comm::WaitCmp::GE)) {
        }
        y[2] = comm::TTEST(grid, 1, comm::WaitCmp::EQ);
        comm::TNOTIFY(last, 1, comm::NotifyOp::Set);
        y[3] = comm::TTEST(grid, 1, comm::WaitCmp::EQ);
        comm::TWAIT(own, RANKS, comm::WaitCmp::EQ);
        y[4] = comm::TTEST(own, RANKS, comm::WaitCmp::EQ);
    }
}

/// Collectives: rank 1 is the root, then each of the ranks through two tiles ///

#define TILES                                                               \
    Stage ping(TILE_ROWS, TILE_COLS), pong(TILE_ROWS, TILE_COLS);           \
    TASSIGN(ping, 0);                                                       \
    TASSIGN(pong, PONG)

extern "C" __global__ AICORE void tbroadcast(__gm__ float *x, __gm__ float *y, __gm__ int32_t *signal)
{
    int rank = static_cast<int>(get_rank());
    TILES;
    Part own(x);
    if (rank == 1) {
        Group all(y, 0);
        comm::TBROADCAST(all.group, own, ping);
    }
    Group mine(y, (1 + rank) * ROWS * COLS);
    comm::TBROADCAST(mine.group, own, ping, pong);
}

extern "C" __global__ AICORE void tgather(__gm__ float *x, __gm__ float *y, __gm__ int32_t *signal)
{
    TILES;
    Group all(x, 0);
    Whole first(y), second(y + RANKS * ROWS * COLS);
    if (get_rank() == 1) {
        comm::TGATHER(all.group, first, ping);
    }
    comm::TGATHER(all.group, second, ping, pong);
}

// X has a part for each rank.
extern "C" __global__ AICORE void tscatter(__gm__ float *x, __gm__ float *y, __gm__ int32_t *signal)
{
    int rank = static_cast<int>(get_rank());
    TILES;
    Whole own(x);
    if (rank == 1) {
        Group all(y, 0);
        comm::TSCATTER(all.group, own, ping);
    }
    Group mine(y, (1 + rank) * ROWS * COLS);
    comm::TSCATTER(mine.group, own, ping, pong);
}

extern "C" __global__ AICORE void treduce(__gm__ float *x, __gm__ float *y, __gm__ int32_t *signal)
{
    Stage acc(TILE_ROWS, TILE_COLS), more(TILE_ROWS, TILE_COLS);
    TASSIGN(acc, 2 * PONG);
    TASSIGN(more, 3 * PONG);
    TILES;
    Group all(x, 0);
    Part sum(y), most(y + ROWS * COLS), least(y + 2 * ROWS * COLS);
    comm::TREDUCE(all.group, sum, acc, ping, comm::ReduceOp::Sum);
    comm::TREDUCE(all.group, most, acc, ping, comm::ReduceOp::Max);
    comm::TREDUCE(all.group, least, acc, ping, pong, comm::ReduceOp::Min);
}
