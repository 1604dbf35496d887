// The usual fast counter: free squares as bits, and half of the first row for the mirror images.
// Usage: bitmask N

#include <cstdint>
#include <cstdlib>
#include <iostream>

static uint32_t all;

static uint64_t count(uint32_t columns, uint32_t left, uint32_t right) {
    if (columns == all) return 1;
    uint64_t solutions = 0;
    for (uint32_t free = all & ~(columns | left | right); free;) {
        uint32_t square = free & -free;
        free ^= square;
        solutions += count(columns | square, (left | square) << 1, (right | square) >> 1);
    }
    return solutions;
}

static uint64_t from(uint32_t square) { return count(square, square << 1, square >> 1); }

int main(int, char **arguments) {
    int n = std::atoi(arguments[1]);
    all = (uint32_t)((1ull << n) - 1);
    uint64_t solutions = 0;
    for (int column = 0; column < n / 2; column++) solutions += 2 * from(1u << column);
    if (n % 2) solutions += from(1u << (n / 2));
    std::cout << solutions << " solutions\n";
}
